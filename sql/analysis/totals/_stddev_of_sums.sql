-- name: _stddev_of_sums
-- summary: Standard deviation of a sample of whole numbers from their count, sum and sum of squares.
-- description: In whole numbers around the mean rounded down, so that neither digits nor the order of rows
--     matter.
-- param: n BIGINT -- how many
-- param: total HUGEINT -- their sum
-- param: squares HUGEINT -- the sum of their squares
-- returns: DOUBLE -- the deviation; 0 for one, NULL for none and for squares that are not known

CASE
    WHEN n = 1 THEN 0.0::DOUBLE
    WHEN n > 1 THEN
        sqrt(
            (
                (squares - 2 * (total // n) * total + n * (total // n) * (total // n))::DOUBLE
                - (total - n * (total // n))::DOUBLE ** 2 / n
            )
            / (n - 1)
        )
END
