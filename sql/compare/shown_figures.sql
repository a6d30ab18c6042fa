-- name: shown_figures
-- summary: All figures of the names that are shown: those of ranked, and every whole.
-- needs: compared, ranked
-- column: section VARCHAR -- as in kernels, api, idle
-- column: gpu_id BIGINT -- the GPU; NULL for a figure of all together
-- column: name VARCHAR -- what the figure is of; empty for the whole
-- column: figure VARCHAR -- as in total_ns
-- column: unit VARCHAR -- ns, bytes; NULL for counts
-- column: base BIGINT -- of base; NULL: not captured
-- column: new BIGINT -- of new; NULL: not captured
-- column: difference BIGINT -- new minus base
-- column: percent DOUBLE [% of base] -- difference; NULL where base is 0
-- column: status VARCHAR -- same, changed, noise, only base, only new, not captured or not comparable
-- column: base_low BIGINT -- begin of base's spread; NULL for one trace
-- column: base_high BIGINT -- end of base's spread
-- column: new_low BIGINT -- begin of new's spread; NULL for one trace
-- column: new_high BIGINT -- end of new's spread

SELECT
    c.section, c.gpu_id, c.name, c.figure, c.unit, c.base, c.new, c.difference, c.percent, c.status,
    c.base_low, c.base_high, c.new_low, c.new_high
FROM compared AS c
WHERE c.name = '' OR EXISTS (FROM ranked AS r WHERE r.section = c.section AND r.name = c.name)
ORDER BY c.section, c.gpu_id NULLS FIRST, c.name, c.figure
