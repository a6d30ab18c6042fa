-- name: _nvtx_buckets
-- summary: Time of each thread in as many buckets of one width as it has cuts, and the stretches between cuts there.
-- description: With them a call finds the cut before it by its bucket, without a sort of all calls. A bucket with
--     many cuts has one row without a stretch: there one has to search. Calls behind the last cut but the end of
--     time are in bucket last_bucket + 1.
-- keep: small, and every call that launched work is looked up here
-- needs: _nvtx_cuts
-- column: global_tid BIGINT -- thread with host, VM and process
-- column: width BIGINT [ns] -- a time divided by this is its bucket
-- column: last_bucket BIGINT -- bucket of the thread's last cut
-- column: bucket BIGINT -- the bucket
-- column: is_crowded BOOLEAN -- too many cuts to try them one by one
-- column: place BIGINT -- cut that the stretch begins at; NULL in a crowded bucket
-- column: at_ns BIGINT [ns] -- begin of the stretch
-- column: next_ns BIGINT [ns] -- its end

WITH widths AS (
    SELECT global_tid, greatest(max(at_ns) // count(*) - min(at_ns) // count(*), 1) AS width
    FROM _nvtx_cuts
    WHERE at_ns < 9223372036854775807
    GROUP BY global_tid
),

cuts AS (
    SELECT
        c.global_tid,
        w.width,
        max(CASE WHEN c.at_ns < 9223372036854775807 THEN c.at_ns // w.width END) OVER (PARTITION BY c.global_tid)
            AS last_bucket,
        c.place,
        c.at_ns,
        c.next_ns
    FROM _nvtx_cuts AS c
    INNER JOIN widths AS w ON w.global_tid = c.global_tid
),

stretches AS (
    SELECT *, unnest(range(at_ns // width, least(next_ns // width, last_bucket + 1) + 1)) AS bucket
    FROM cuts
    WHERE next_ns IS NOT NULL
),

counted AS (
    SELECT *, count(*) OVER (PARTITION BY global_tid, bucket) > 32 AS is_crowded FROM stretches
)

SELECT global_tid, width, last_bucket, bucket, is_crowded, place, at_ns, next_ns
FROM counted
WHERE NOT is_crowded
UNION ALL
SELECT DISTINCT
    global_tid, width, last_bucket, bucket, TRUE, NULL::BIGINT, -9223372036854775808, 9223372036854775807
FROM counted
WHERE is_crowded
