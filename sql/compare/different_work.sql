-- name: different_work
-- summary: What to say where the two sides ran different numbers of kernels; no row where they did not.
-- description: By more than three in a hundred. A capture of fixed length holds less work where the work is
--     slower: its busy time may shrink though each step grew. Of repeats the medians.
-- needs: compared
-- column: base_kernels BIGINT -- kernels of base
-- column: new_kernels BIGINT -- kernels of new
-- column: percent DOUBLE [% of base_kernels] -- new_kernels less base_kernels
-- column: reservation VARCHAR -- a sentence

SELECT
    base AS base_kernels,
    new AS new_kernels,
    percent,
    format('NEW ran {:.1f} % ', abs(percent)) || CASE WHEN percent < 0 THEN 'fewer' ELSE 'more' END
    || ' kernels: totals are of different amounts of work' AS reservation
FROM compared
WHERE section = 'summary' AND figure = 'kernel_count' AND abs(percent) > 3
ORDER BY reservation
