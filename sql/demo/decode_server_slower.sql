-- name: decode_server_slower
-- summary: The demo's server a day later, when it had become slower: a trace to compare.
-- description: SQLite dialect, run between decode_server.sql and decode_server_clocks.sql. Batches of
--     more than 16 requests find no CUDA graph any more and launch each kernel, and turning tokens
--     into text takes twice as long on the host.

UPDATE step SET run = 'N', pace = 105000 WHERE run = 'F' AND actual > 16;
UPDATE cue SET call = 2 * call WHERE op = 'host' AND arg = 'detokenize';
UPDATE TARGET_INFO_SESSION_START_TIME
SET utcEpochNs = 1767312000000000000, utcTime = '2026-01-02T00:00:00', localTime = '2026-01-02T00:00:00';
