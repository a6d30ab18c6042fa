WITH
    my_intervals AS (SELECT gpu_id AS lane, start_ns, end_ns FROM gpu_kernels),
    my_points AS (SELECT gpu_id AS lane, start_ns AS at_ns FROM gpu_memset),
    compute AS (SELECT gpu_id AS lane, start_ns, end_ns FROM gpu_kernels WHERE short_name NOT LIKE 'nccl%'),
    communication AS (SELECT gpu_id AS lane, start_ns, end_ns FROM gpu_kernels WHERE short_name LIKE 'nccl%')
