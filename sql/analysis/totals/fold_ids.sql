-- name: fold_ids
-- summary: A text with every run of digits replaced by #, so that numbered names stand together.
-- description: As in 'step 42' and 'op_id = 17', which become 'step #' and 'op_id = #'; all digits are
--     folded, so 'float32' becomes 'float#'.
-- param: label VARCHAR -- a name, as of an NVTX range
-- returns: VARCHAR -- the name without its numbers

regexp_replace(label, '\d+', '#', 'g')
