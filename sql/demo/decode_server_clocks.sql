-- name: decode_server_clocks
-- summary: The demo trace's operations, with the clocks of the host and of both GPUs.
-- description: SQLite dialect, run after decode_server.sql. The steps become a list of operations,
--     and one recursive walk over it keeps a clock for the host and one per GPU: a kernel starts
--     after its launch and after what stands before it on its stream, an all-reduce ends on both
--     GPUs at once. Times vary by a hash, so every run gives the same rows.

-- The operations of all steps, numbered as the engine thread does them. ahead: takes its turn on
-- the GPU; aside: runs beside that, on a side stream; l0: from begin of call to earliest start.
CREATE TEMP TABLE op AS
WITH RECURSIVE layer (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM layer WHERE i < 9),
listed AS (
    SELECT
        ROW_NUMBER() OVER (ORDER BY s.s, c.ord + 100 * layer.i) AS n, layer.i, s.*,
        c.ord, c.op, c.arg, c.dev, c.call, c.gap, c.ns, c.joins,
        COALESCE(k.stream, CASE WHEN c.op IN ('h2d', 'd2h') THEN 14 ELSE 7 END) AS stream,
        CASE
            WHEN c.op IN ('api', 'sync') THEN c.arg
            WHEN c.op = 'graph' THEN 'cudaGraphLaunch_v10000'
            WHEN c.op = 'set' THEN 'cudaMemsetAsync_v3020'
            WHEN c.op IN ('h2d', 'd2h') THEN 'cudaMemcpyAsync_v3020'
            WHEN s.run = 'F' AND c.ord BETWEEN 31 AND 809 THEN NULL
            WHEN s.run = 'W' AND c.ord BETWEEN 132 AND 148 THEN NULL
            ELSE k.fn
        END AS fn,
        CASE c.arg WHEN 'weights' THEN 1 << 26 WHEN 'cache' THEN 1 << 23
            WHEN 'tokens' THEN CASE c.op WHEN 'd2h' THEN 128 ELSE 8192 END * s.padded END AS bytes,
        CASE c.arg WHEN 'weights' THEN layer.i % 4 = 3 WHEN 'tokens' THEN s.s % 3 = 0 ELSE 0 END
            AS pageable
    FROM step AS s
    JOIN cue AS c ON INSTR(c.runs, s.run) > 0 AND COALESCE(c.note, s.note) = s.note
    JOIN layer ON layer.i < c.loops
    LEFT JOIN kern AS k ON c.op = 'kern' AND k.k = c.arg
    WHERE c.arg <> 'dequant' OR layer.i % 2 = 1
),
timed AS (
    SELECT
        *, op = 'kern' AND fn IS NULL AS in_graph,
        COALESCE(gap, pace * (80 + n * 104729 % 41) / 100) AS rest,
        CASE
            WHEN op = 'sync' AND note = 'late' THEN 4600000
            WHEN bytes > 0 THEN 1300 + bytes / CASE WHEN pageable THEN 6 ELSE 21 END
            WHEN op = 'kern' THEN ns * (1000 + n * 7919 % 97) / 100000
                * CASE WHEN arg LIKE 'attn%' THEN scale_attn ELSE scale END
            ELSE ns
        END AS d0
    FROM listed
)
SELECT
    *, d0 * (985 - n * 7919 % 31) / 1000 AS d1, 1 + (dev = 2) AS calls,
    900 + n * 7919 % 500 AS pause,
    CASE op WHEN 'host' THEN call * (60 + n * 7919 % 83) / 100
        ELSE call * (90 + n * 7919 % 31) / 100 + (op = 'h2d' AND pageable) * d0 END AS spent,
    CASE WHEN in_graph THEN -1 << 40 WHEN op = 'graph' THEN 44000
        ELSE 3200 + n * 104729 % 4100 END AS l0,
    op IN ('kern', 'set', 'h2d', 'd2h', 'graph') AND arg <> 'cache' AND stream IN (7, 14) AS ahead,
    stream IN (13, 20) OR arg = 'cache' AS aside,
    MAX(CASE op WHEN 'graph' THEN n END) OVER (ORDER BY n) AS graph_n
FROM timed;
CREATE UNIQUE INDEX temp.op_n ON op (n);

-- The walk: h is when the engine thread begins an operation; g0 and g1 until when a GPU is taken,
-- side until when the side streams are. Then every operation once per GPU that it runs on.
CREATE TEMP TABLE work AS
WITH RECURSIVE walk (n, h, g0, g1, side) AS (
    SELECT 1, 50000000, 0, 0, 0
    UNION ALL
    SELECT
        w.n + 1,
        MAX(
            w.h + o.calls * (o.spent + o.rest),
            (o.op = 'sync') * (MAX(w.g0, w.g1, w.side) + 2800 + o.d0 + o.rest)
        ),
        MAX(w.g0, o.ahead * (MAX(w.h + o.l0, w.g0 + o.pause, o.joins * w.side) + o.d0)),
        MAX(w.g1, o.ahead * (o.dev = 2) * (o.d1 + MAX(
            w.h + o.l0 + o.spent + o.rest, w.g1 + o.pause, o.joins * w.side))),
        MAX(w.side, o.aside * (o.d0 + MAX(
            w.h + o.l0 + (o.dev = 2) * (o.spent + o.rest),
            w.g0 + o.pause, (o.dev = 2) * (w.g1 + o.pause), o.joins * w.side)))
    FROM walk AS w
    JOIN op AS o ON o.n = w.n
),
placed AS (
    SELECT
        o.*, w.h, w.until,
        MAX(w.h + o.l0, w.g0 + o.pause, o.joins * w.side) AS s0,
        MAX(w.h + o.l0 + o.spent + o.rest, w.g1 + o.pause, o.joins * w.side) AS s1
    FROM (SELECT *, LEAD(h) OVER (ORDER BY n) AS until FROM walk) AS w
    JOIN op AS o ON o.n = w.n
)
SELECT
    p.*, gpu.id AS gpu, pid, engine, worker,
    4 * CASE WHEN in_graph THEN graph_n ELSE n END + gpu.id AS correlation,
    h + gpu.id * (spent + rest) AS call_start,
    CASE op WHEN 'sync' THEN until - rest ELSE h + gpu.id * (spent + rest) + spent END AS call_end,
    CASE gpu.id WHEN 0 THEN s0 ELSE s1 END AS gpu_start,
    CASE WHEN arg = 'allreduce' THEN MAX(s0, s1) + d0 - gpu.id * (n % 700)
        WHEN gpu.id = 0 THEN s0 + d0 ELSE s1 + d1 END AS gpu_end
FROM placed AS p
JOIN (SELECT 0 AS id UNION ALL SELECT 1) AS gpu ON p.dev = 2 OR gpu.id = p.dev, who;

-- The worker thread tokenizes a request in every other step; once the engine waits for it, and
-- the last range was still open when the capture ended.
CREATE TEMP TABLE tokenize AS
SELECT start, "end", LAG("end") OVER (ORDER BY start) AS before, worker
FROM who, (
    SELECT h + 300000 + s * 7919 % 911 * 1000 AS start,
        h + 1700000 + s * 7919 % 911 * 1900 AS "end"
    FROM work WHERE arg IN ('prefill', 'decode') AND op = 'push' AND s % 2 = 0
    UNION ALL SELECT h - 700000, until - 40000 FROM work WHERE arg = 'pthread_cond_wait'
    UNION ALL SELECT MAX(h) - 900000, NULL FROM work
);
