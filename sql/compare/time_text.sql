-- name: time_text
-- summary: A time as a person reads it: in the unit that fits, to three digits or four.
-- param: ns DOUBLE -- nanoseconds
-- returns: VARCHAR -- as in 12.3 ms; NULL for NULL

CASE
    WHEN abs(ns) >= 1e9 THEN format('{:.3f} s', ns / 1e9)
    WHEN abs(ns) >= 1e8 THEN format('{:.0f} ms', ns / 1e6)
    WHEN abs(ns) >= 1e7 THEN format('{:.1f} ms', ns / 1e6)
    WHEN abs(ns) >= 1e6 THEN format('{:.2f} ms', ns / 1e6)
    WHEN abs(ns) >= 1e5 THEN format('{:.0f} us', ns / 1e3)
    WHEN abs(ns) >= 1e4 THEN format('{:.1f} us', ns / 1e3)
    WHEN abs(ns) >= 1e3 THEN format('{:.2f} us', ns / 1e3)
    WHEN ns IS NOT NULL THEN format('{:.0f} ns', ns::DOUBLE)
END
