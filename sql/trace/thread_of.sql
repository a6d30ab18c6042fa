-- name: thread_of
-- summary: The thread id in a global thread id.
-- param: global_id BIGINT -- globalTid
-- returns: BIGINT -- the thread id as the operating system has it

global_id & 16777215
