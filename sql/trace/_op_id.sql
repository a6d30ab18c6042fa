-- name: _op_id
-- summary: One number for an operation of a GPU, whichever table it is a row of.
-- param: kind VARCHAR -- kernel, memcpy, memset, graph or decompress
-- param: event_id BIGINT -- the row's id in the table of its kind
-- returns: BIGINT -- 8 times the row's id, and 1 for a kernel, 2 for a copy, 3 for a memset, 4 for a graph, 5 for a
--     decompression

8 * event_id + list_position(['kernel', 'memcpy', 'memset', 'graph', 'decompress'], kind)
