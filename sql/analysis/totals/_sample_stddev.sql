-- name: _sample_stddev
-- summary: Standard deviation of the sample, as an aggregate of whole numbers.
-- description: The engine's own depends in its last digits on the order in which rows come. It serves only where
--     a value is so large (19 hours in ns) that squares might no longer fit.
-- needs: _stddev_of_sums
-- param: x BIGINT -- the numbers, one a row
-- returns: DOUBLE -- the deviation; 0 for one, NULL for none

CASE
    WHEN max(abs(x)) >= 70368744177664 THEN coalesce(stddev_samp(x), 0)
    ELSE
        _stddev_of_sums(
            count(x), sum(x), sum(CASE WHEN abs(x) < 70368744177664 THEN x::HUGEINT * x::HUGEINT END)
        )
END
