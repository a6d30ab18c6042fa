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
    SELECT *, last_ns // width AS last_bucket
    FROM (
        SELECT
            global_tid,
            max(at_ns) AS last_ns,
            greatest(max(at_ns) // count(*) - min(at_ns) // count(*), 1) AS width
        FROM _nvtx_cuts
        WHERE at_ns < 9223372036854775807
        GROUP BY global_tid
    )
),

cuts AS (
    SELECT c.global_tid, w.width, w.last_bucket, c.place, c.at_ns, c.next_ns
    FROM _nvtx_cuts AS c
    INNER JOIN widths AS w ON w.global_tid = c.global_tid
    WHERE c.next_ns IS NOT NULL
),

stretches AS MATERIALIZED (
    SELECT *, unnest(range(at_ns // width, least(next_ns // width, last_bucket + 1) + 1)) AS bucket
    FROM cuts
),

crowded AS MATERIALIZED (
    SELECT global_tid, width, last_bucket, bucket
    FROM stretches
    GROUP BY global_tid, width, last_bucket, bucket
    HAVING count(*) > 32
)

SELECT s.global_tid, s.width, s.last_bucket, s.bucket, FALSE AS is_crowded, s.place, s.at_ns, s.next_ns
FROM stretches AS s
ANTI JOIN crowded AS c ON c.global_tid = s.global_tid AND c.bucket = s.bucket
UNION ALL
SELECT global_tid, width, last_bucket, bucket, TRUE, NULL::BIGINT, -9223372036854775808, 9223372036854775807
FROM crowded
