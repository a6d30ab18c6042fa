-- name: change_text
-- summary: A change as a person reads it: with its sign, as a share of base.
-- param: base DOUBLE -- the figure of base
-- param: new DOUBLE -- the figure of new
-- returns: VARCHAR -- as in +12.3%; NULL for NULL

CASE
    WHEN base = new THEN 'the same'
    WHEN base = 0 THEN 'from 0'
    WHEN abs(new - base) < 0.0005 * abs(base) THEN 'nearly the same'
    WHEN new >= 3 * base AND base > 0 THEN format('{:.1f} times as much', new / base)
    ELSE format('{:+.1f}%', 100.0 * (new - base) / base)
END
