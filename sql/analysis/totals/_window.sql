-- summary: The window of the run.
-- column: window_ns BIGINT [ns] -- its length; NULL without a window, and for one with an open end

SELECT
    {% if shape.windowed %}
    CASE
        WHEN
            getvariable('window_from_ns')::BIGINT > -4611686018427387904
            AND getvariable('window_to_ns')::BIGINT < 4611686018427387904
            THEN getvariable('window_to_ns')::BIGINT - getvariable('window_from_ns')::BIGINT
    END AS window_ns
    {% else %}
    NULL::BIGINT AS window_ns
    {% endif %}
