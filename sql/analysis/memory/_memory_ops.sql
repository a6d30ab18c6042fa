-- name: _memory_ops
-- summary: Copies and memsets under the names that nsys stats gives them.
-- description: nsys before schema 3.4 wrote [CUDA memcpy HtoD] and [CUDA Unified Memory memcpy HtoD], since
--     then [CUDA memcpy Host-to-Device] and [CUDA memcpy Unified Host-to-Device].
-- needs: gpu_memcpy, gpu_memset, _script_version
-- column: kind VARCHAR -- memcpy or memset
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: bytes BIGINT [bytes] -- bytes copied or set
-- column: src_kind VARCHAR -- kind of memory read, of memsets written
-- column: dst_kind VARCHAR -- kind of memory written; NULL for memsets
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: context_id BIGINT -- CUDA context
-- column: green_context_id BIGINT -- green context; NULL for none
-- column: stream_id BIGINT -- stream inside the context
-- column: operation VARCHAR -- as in [CUDA memcpy Host-to-Device]

WITH style AS (
    SELECT
        coalesce(
            list_transform(string_split(schema_version, '.'), part -> try_cast(part AS BIGINT)) < [3, 4], FALSE
        ) AS is_old
    FROM _script_version
),

kinds AS (
    SELECT DISTINCT copy_kind FROM gpu_memcpy
),

labels AS (
    SELECT
        k.copy_kind,
        CASE
            WHEN NOT s.is_old THEN '[CUDA memcpy ' || k.copy_kind || ']'
            ELSE '[CUDA ' || CASE WHEN k.copy_kind LIKE 'Unified %' THEN 'Unified Memory ' ELSE '' END || 'memcpy '
                || regexp_replace(k.copy_kind, '^(?:Unified )?(\w)\w*-to-(\w)\w*$', '\1to\2') || ']'
        END AS operation
    FROM kinds AS k, style AS s
)

SELECT
    'memcpy' AS kind, c.event_id, c.start_ns, c.duration_ns, c.correlation_id, c.bytes, c.src_kind, c.dst_kind,
    c.gpu_id, c.device_id, c.context_id, c.green_context_id, c.stream_id, l.operation
FROM gpu_memcpy AS c
INNER JOIN labels AS l ON l.copy_kind = c.copy_kind
UNION ALL
SELECT
    'memset', event_id, start_ns, duration_ns, correlation_id, bytes, mem_kind, NULL,
    gpu_id, device_id, context_id, green_context_id, stream_id, '[CUDA memset]'
FROM gpu_memset
