-- name: nvtx_ranges
-- summary: NVTX ranges with their nesting: depth, parent, path and time of their own.
-- description: Nesting is per thread and domain, in push/pop ranges, by a rule that also covers ranges
--     that are equal, touch, have no length or nest badly: a range lies in the innermost one that is
--     open when it begins, equal ones in each other by row. Ranges still open when the capture
--     stopped have no end. nvtx_events has the same ranges without the work that nesting takes.
-- window: clip
-- needs: _nvtx_range_rows, _nvtx_nesting, _escaped_text, _unescaped_text
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the range
-- column: end_ns BIGINT [ns] -- end of the range; NULL while open
-- column: duration_ns BIGINT [ns] -- end minus start; NULL while open
-- column: range_name VARCHAR -- the range's text, empty where it has none
-- column: domain VARCHAR -- name of the NVTX domain, Default for none
-- column: category VARCHAR -- name of the category, its number where it has none; NULL for no category
-- column: style VARCHAR -- push_pop or start_end
-- column: color BIGINT -- colour as ARGB; NULL for none
-- column: depth BIGINT -- ranges that it lies in; 0 at the root
-- column: parent_id BIGINT -- event_id of the range that it lies in; NULL at the root
-- column: path VARCHAR -- texts from the root down, as in step/layer/op; a text may itself have a slash
-- column: self_ns BIGINT [ns] -- duration less the push/pop ranges directly inside; under a window of the parts inside; NULL while open
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread that began the range
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it
-- column: end_tid BIGINT -- thread that ended a start/end range; NULL for the same thread
-- column: domain_id BIGINT -- the domain's number inside the process, 0 for the default
-- column: path_names VARCHAR[] -- the texts from the root down, one by one: path_names[1] is the root's
-- column: event_type BIGINT -- NVIDIA's number: 59 push/pop, 60 start/end; 70, 71 from nvtxt files

{% set from_ns = "getvariable('window_from_ns')::BIGINT" %}
{% set to_ns = "getvariable('window_to_ns')::BIGINT" %}
{% macro inside(start, end) -%}
{{ 'greatest(least(' ~ end ~ ', ' ~ to_ns ~ ') - greatest(' ~ start ~ ', ' ~ from_ns ~ '), 0)' if shape.windowed else end ~ ' - ' ~ start }}
{%- endmacro %}
WITH RECURSIVE nested AS MATERIALIZED (
    SELECT r.*, n.parent_id, n.until_ns, n.is_stacked
    FROM _nvtx_range_rows AS r
    INNER JOIN _nvtx_nesting AS n ON n.event_id = r.event_id
),

placed AS (
    SELECT event_id, 0::BIGINT AS depth, _escaped_text(text) AS joined
    FROM nested
    WHERE parent_id IS NULL
    UNION ALL
    SELECT n.event_id, p.depth + 1, p.joined || chr(1) || _escaped_text(n.text)
    FROM placed AS p
    INNER JOIN nested AS n ON n.parent_id = p.event_id
),

inside AS (
    SELECT
        p.event_id,
        sum({{ inside('c.start_ns', 'least(c.until_ns, p.until_ns)') }})::BIGINT AS children_ns
    FROM nested AS c
    INNER JOIN nested AS p ON p.event_id = c.parent_id
    WHERE c.is_stacked AND p.end_ns IS NOT NULL
    GROUP BY p.event_id
)

SELECT
    n.event_id,
    n.start_ns,
    n.end_ns,
    n.duration_ns,
    n.text AS range_name,
    n.domain,
    n.category,
    CASE WHEN n.event_type IN (59, 70) THEN 'push_pop' ELSE 'start_end' END AS style,
    n.color,
    p.depth,
    n.parent_id,
    _unescaped_text(replace(p.joined, chr(1), '/')) AS path,
    CASE WHEN n.end_ns IS NOT NULL THEN greatest({{ inside('n.start_ns', 'n.end_ns') }} - coalesce(i.children_ns, 0), 0) END AS self_ns,
    n.pid,
    n.tid,
    n.global_tid,
    n.end_tid,
    n.domain_id,
    list_transform(string_split(p.joined, chr(1)), lambda text : _unescaped_text(text)) AS path_names,
    n.event_type
FROM nested AS n
INNER JOIN placed AS p ON p.event_id = n.event_id
LEFT JOIN inside AS i ON i.event_id = n.event_id
