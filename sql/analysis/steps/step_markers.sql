-- name: step_markers
-- summary: Texts by which frameworks mark their steps in NVTX, and where each text is from.
-- description: A range that matches is a step from its start to its end. Where opens is TRUE the event only opens a
--     step, which lasts until the next such event of the thread: marks, and ranges that hold a part of the step.
--     The loop is named by the part of the text that the pattern matches, with its numbers folded.
-- column: framework VARCHAR -- whose text it is
-- column: pattern VARCHAR -- regular expression (RE2) for the text
-- column: opens BOOLEAN -- the event opens a step that lasts until the next one
-- column: priority BIGINT -- where several match, the lowest counts: 1 a whole step, 2 a part of one, 3 any program's words
-- column: source VARCHAR -- repository and file that writes the text
-- example: SELECT framework, pattern FROM step_markers ORDER BY priority, framework, pattern

SELECT framework, pattern, opens, priority::BIGINT AS priority, source
FROM (
    VALUES
    ('PyTorch profiler', '^ProfilerStep#\d+', FALSE, 1, 'pytorch/pytorch torch/profiler/profiler.py'),
    (
        'Megatron-Bridge', '^training_step_\d+', FALSE, 1,
        'docs.nvidia.com/nemo/megatron-bridge/nightly/skills/nemo-mbridge-perf-nsys-analysis'
    ),
    (
        'Lightning', '^\[pl\]\[profile\]run_training_batch', FALSE, 1,
        'Lightning-AI/pytorch-lightning src/lightning/pytorch/profilers/pytorch.py'
    ),
    (
        'vLLM', '^execute_(new_\d+_cached_\d+|context_\d+\(\d+\)_generation_\d+\(\d+\))', TRUE, 1,
        'vllm-project/vllm vllm/v1/worker/gpu_worker.py'
    ),
    ('vLLM', '^gpu_model_runner: forward$', TRUE, 2, 'vllm-project/vllm vllm/v1/worker/gpu_model_runner.py'),
    (
        'TensorRT-LLM', '^\[Executor\] _forward_step', TRUE, 1,
        'NVIDIA/TensorRT-LLM tensorrt_llm/_torch/pyexecutor/py_executor.py'
    ),
    ('SGLang', '^scheduler\.run_batch$', TRUE, 1, 'sgl-project/sglang python/sglang/srt/utils/nvtx_utils.py'),
    ('Dispatch marks', '^CG_DISPATCH', TRUE, 1, 'the default pattern of dispatch_steps'),
    ('DeepSpeed', '^DeepSpeedEngine\.forward', TRUE, 2, 'deepspeedai/DeepSpeed deepspeed/utils/nvtx.py'),
    (
        'JAX', '^(TSL:)?XlaModule:#(prefix=[^,#]*,)?hlo_module=[^,#]+', TRUE, 2,
        'openxla/xla xla/service/gpu/gpu_executable.cc'
    ),
    (
        'Hugging Face Trainer callbacks and plain loops',
        '(?i)^(train(ing)?[ _-]?)?(step|steps|iter|iteration)[ _:#\[-]*\d+', FALSE, 3,
        'callbacks that push step_{state.global_step}; tutorials that push iteration{i}'
    )
) AS known (framework, pattern, opens, priority, source)
