-- name: process_of
-- summary: The process id in a global thread or process id.
-- description: A global id holds hardware (8 bits), VM (8), process (24) and thread (24).
-- param: global_id BIGINT -- globalTid or globalPid
-- returns: BIGINT -- the process id as the operating system has it

(global_id >> 24) & 16777215
