-- name: decode_server
-- summary: A demo trace: one process serves a language model from two GPUs.
-- description: SQLite dialect, run after schema.sql. After load_weights and five prefill steps come
--     sixty decode steps: most replay one CUDA graph per GPU (FULL), some only graphs of the MLPs
--     (PIECEWISE), some launch each kernel (NONE) and are bound by the host. Here stand kernels,
--     steps, and what a step does.

-- The process (hardware 0, virtual machine 1, pid 4242) and its two threads
CREATE TEMP TABLE who AS
SELECT pid, pid + 4242 AS engine, pid + 4257 AS worker
FROM (SELECT (1 << 48) + (4242 << 24) AS pid);

-- Kernels. A JIT compiler's have one name only; twice two share a short name.
CREATE TEMP TABLE kern (
    k, stream, regs, grid, block, smem, short, demangled, mangled,
    fn DEFAULT 'cudaLaunchKernel_v7000'
);
INSERT INTO kern (k, stream, regs, grid, block, smem, short, demangled) VALUES
('embed', 7, 24, 96, 128, 0, 'vectorized_gather_kernel',
    'void at::native::vectorized_gather_kernel<(int)16, long>(char *, char *, T2 *, int, long)'),
('rms', 7, 32, 32, 512, 0, 'fused_add_rms_norm_kernel',
    'void llm::fused_add_rms_norm_kernel<__nv_bfloat16, (int)8>(T1 *, T1 *, const T1 *, float)'),
('rope', 7, 40, 64, 512, 0, 'rotary_embedding_kernel',
    'void llm::rotary_embedding_kernel<__nv_bfloat16, (bool)1>(const long *, T1 *, T1 *, int)'),
('attn', 7, 254, 128, 128, 81920, 'flash_fwd_splitkv_kernel',
    'void flash::flash_fwd_splitkv_kernel<Flash_traits<(int)128, (int)64>>(Flash_fwd_params)'),
('attn_prefill', 7, 255, 512, 128, 65536, 'flash_fwd_kernel',
    'void flash::flash_fwd_kernel<Flash_traits<(int)128, (int)128>, (bool)1>(Flash_fwd_params)'),
('silu', 7, 22, 64, 1024, 0, 'act_and_mul_kernel',
    'void llm::act_and_mul_kernel<__nv_bfloat16, &llm::silu_kernel>(T1 *, const T1 *, int)'),
('to_float', 7, 32, 500, 128, 0, 'vectorized_elementwise_kernel',
    'void at::native::vectorized_elementwise_kernel<(int)4, at::native::float_copy>(int, T2)'),
('temperature', 7, 32, 500, 128, 0, 'vectorized_elementwise_kernel',
    'void at::native::vectorized_elementwise_kernel<(int)4, at::native::DivFunctor>(int, T2)'),
('sampling', 7, 64, 32, 1024, 16384, 'top_k_top_p_sampling_kernel',
    'void llm::top_k_top_p_sampling_kernel<(unsigned int)1024, float, int>(T2 *, T3 *, float *)');
INSERT INTO kern (k, stream, regs, grid, block, smem, short, demangled, fn) VALUES
('gemm_small', 7, 234, 160, 128, 81920, 'Kernel2', 'void cutlass::Kernel2<cutlass_80_tensorop_'
    || 'bf16_s16816gemm_bf16_64x64_64x5_tn_align8>(T1::Params)', 'cuLaunchKernelEx'),
('gemm_large', 7, 255, 224, 256, 98304, 'Kernel2', 'void cutlass::Kernel2<cutlass_80_tensorop_'
    || 'bf16_s16816gemm_bf16_128x128_32x5_tn_align8>(T1::Params)', 'cuLaunchKernelEx'),
('gemm_jit', 7, 168, 132, 384, 213196, 'nvjet_tst_128x64_64x8_1x2_h_bz_TNT',
    'nvjet_tst_128x64_64x8_1x2_h_bz_TNT', 'cuLaunchKernelEx'),
('dequant', 13, 48, 264, 128, 4096, '_dequant_w4_kernel', '_dequant_w4_kernel', 'cuLaunchKernelEx'),
('allreduce', 20, 96, 24, 640, 82240, 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL',
    'ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<(unsigned long)4096>)',
    'cudaLaunchKernelExC_v11060');
UPDATE kern SET mangled = CASE short WHEN demangled THEN short
    ELSE '_Z' || LENGTH(short) || short || 'I' || LENGTH(k) || k || 'EvT_' END;

-- Steps: 0 loads the weights (L), 1..5 are prefills (P), 6..65 decode, dispatched as FULL (F),
-- PIECEWISE (W) or NONE (N). The batch grows to 30 requests and drains to 1. Scales are percent,
-- pace is the host's ns between two launches. Notes: the synchronization returns late, the engine
-- waits for the tokenizer, the cache grows or shrinks (cudaMalloc, cudaFree), the garbage collector
-- runs (collect), a piece of the cache goes to the host beside the kernels (offload).
CREATE TEMP TABLE step AS
WITH RECURSIVE counted (s) AS (SELECT 0 UNION ALL SELECT s + 1 FROM counted WHERE s < 65),
planned AS (
    SELECT
        s,
        CASE
            WHEN s = 0 THEN 'L'
            WHEN s <= 5 THEN 'P'
            WHEN s IN (16, 28, 29, 46, 47) THEN 'W'
            WHEN s IN (20, 21, 40, 63, 64, 65) THEN 'N'
            ELSE 'F'
        END AS run,
        CASE WHEN s > 5 THEN MAX(1, 28 - ABS(s - 32)) + s * 7919 % 3 ELSE 512 * (1 + s % 4) END
            AS actual,
        CASE s WHEN 18 THEN 'late' WHEN 53 THEN 'late' WHEN 29 THEN 'tokenizer' WHEN 37 THEN 'grow'
            WHEN 56 THEN 'shrink' WHEN 50 THEN 'collect'
            ELSE CASE WHEN s % 8 = 3 THEN 'offload' ELSE '' END END AS note
    FROM counted
),
sized AS (
    SELECT *, (actual > 1) + (actual > 2) + (actual > 4) + (actual > 8) + (actual > 16) AS bucket
    FROM planned
)
SELECT
    *,
    CASE run WHEN 'P' THEN actual ELSE 1 << bucket END AS padded,
    CASE run WHEN 'P' THEN actual / 4 ELSE 90 + (1 << bucket) END AS scale,
    CASE run WHEN 'P' THEN actual / 3 ELSE 80 + s END AS scale_attn,
    CASE run WHEN 'N' THEN 105000 WHEN 'W' THEN 42000 WHEN 'P' THEN 38000 ELSE 21000 END AS pace
FROM sized;

-- What a step does, in order. runs: in which steps; loops: how often, 100 further on each time (the
-- layers); dev: GPU 0 or, with 2, both; call and gap: the host's ns in the call and after it (NULL:
-- the pace), ns: the GPU's; joins: waits for the side streams; note: only in steps of this note.
CREATE TEMP TABLE cue (ord, runs, loops, op, arg, dev, call, gap, ns, joins, note);
INSERT INTO cue VALUES
(2, 'L', 3, 'api', 'cudaMalloc_v3020', 2, 640000, 20000, 0, 0, NULL),
(10, 'L', 10, 'os', 'read', 0, 2600000, 9000, 0, 0, NULL),
(11, 'L', 10, 'h2d', 'weights', 2, 9000, 4000, 0, 0, NULL),
(2000, 'L', 1, 'sync', 'cudaDeviceSynchronize_v3020', 0, 3000, 0, 0, 1, NULL),
(12, 'FWN', 1, 'mark', '', 0, 400, 2000, 0, 0, NULL),
(15, 'PFWN', 1, 'host', 'schedule_requests', 0, 900000, 0, 0, 0, NULL),
(16, 'W', 1, 'os', 'pthread_cond_wait', 0, 6400000, 0, 0, 0, 'tokenizer'),
(16, 'F', 1, 'host', 'gc_collect_main', 0, 5200000, 0, 0, 0, 'collect'),
(16, 'F', 1, 'api', 'cudaMalloc_v3020', 2, 2300000, 15000, 0, 0, 'grow'),
(16, 'F', 1, 'api', 'cudaFree_v3020', 2, 1400000, 15000, 0, 0, 'shrink'),
(18, 'PFWN', 1, 'h2d', 'tokens', 2, 6000, 9000, 0, 0, NULL),
(20, 'PFWN', 1, 'set', 'counters', 2, 4500, 6000, 1500, 0, NULL),
(26, 'F', 1, 'd2h', 'cache', 0, 6000, 12000, 0, 0, 'offload'),
(30, 'F', 1, 'graph', '', 2, 52000, 6000, 0, 0, NULL),
(115, 'PWN', 4, 'api', 'cudaEventRecord_v3020', 2, 1400, 700, 0, 0, NULL),
(116, 'PWN', 4, 'api', 'cudaStreamWaitEvent_v3020', 2, 1100, 700, 0, 0, NULL),
(131, 'W', 4, 'graph', '', 2, 21000, 6000, 0, 0, NULL),
(141, 'PN', 4, 'api', 'cudaEventRecord_v3020', 2, 1400, 700, 0, 0, NULL),
(142, 'PN', 4, 'api', 'cudaStreamWaitEvent_v3020', 2, 1100, 700, 0, 0, NULL),
(830, 'PFWN', 1, 'd2h', 'tokens', 0, 6000, 4000, 0, 1, NULL),
(832, 'PFWN', 1, 'sync', 'cudaStreamSynchronize_v3020', 0, 3000, 0, 0, 1, NULL),
(834, 'PFWN', 1, 'host', 'detokenize', 0, 1250000, 0, 0, 0, NULL);
WITH launched (ord, runs, loops, arg, dev, ns, joins) AS (
    VALUES
    (40, 'PFWN', 1, 'embed', 2, 5200, 0), (102, 'PFWN', 4, 'rms', 2, 8400, 1),
    (104, 'PFWN', 4, 'gemm_small', 2, 250000, 0), (105, 'PFWN', 4, 'rms', 2, 7100, 0),
    (106, 'PFWN', 4, 'rope', 2, 9800, 0), (108, 'FWN', 4, 'dequant', 2, 70000, 0),
    (110, 'FWN', 4, 'attn', 2, 200000, 0), (110, 'P', 4, 'attn_prefill', 2, 300000, 0),
    (112, 'PFWN', 4, 'gemm_small', 2, 180000, 1),
    (117, 'PFWN', 4, 'allreduce', 2, 118000, 0), (132, 'PFWN', 4, 'rms', 2, 8400, 1),
    (134, 'PFWN', 4, 'gemm_jit', 2, 540000, 0), (136, 'PFWN', 4, 'silu', 2, 13000, 0),
    (138, 'PFWN', 4, 'gemm_large', 2, 230000, 0), (143, 'PFWN', 4, 'allreduce', 2, 290000, 0),
    (146, 'PFWN', 4, 'gemm_large', 2, 210000, 0), (800, 'PFWN', 1, 'rms', 2, 8400, 1),
    (822, 'PFWN', 1, 'gemm_jit', 0, 620000, 0), (824, 'PFWN', 1, 'to_float', 0, 9000, 0),
    (826, 'PFWN', 1, 'temperature', 0, 9500, 0), (828, 'PFWN', 1, 'sampling', 0, 64000, 0)
)
INSERT INTO cue
SELECT ord, runs, loops, 'kern', arg, dev, 6800, NULL, ns, joins, NULL FROM launched;
WITH named (push, pop, runs, loops, arg) AS (
    VALUES
    (1, 2001, 'L', 1, 'load_weights'), (10, 850, 'P', 1, 'prefill'), (10, 850, 'FWN', 1, 'decode'),
    (14, 22, 'PFWN', 1, 'schedule'), (24, 810, 'PFWN', 1, 'forward'),
    (820, 840, 'PFWN', 1, 'sample'), (100, 119, 'PWN', 4, 'attention'), (130, 149, 'PWN', 4, 'mlp'),
    (114, 118, 'PWN', 4, 'ncclAllReduce'), (140, 144, 'PN', 4, 'ncclAllReduce')
)
INSERT INTO cue
SELECT push, runs, loops, 'push', arg, 0, 350, 250, 0, 0, NULL FROM named
UNION ALL SELECT pop, runs, loops, 'pop', arg, 0, 350, 9000, 0, 0, NULL FROM named;
