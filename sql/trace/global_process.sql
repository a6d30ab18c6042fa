-- name: global_process
-- summary: The global process id of a process that the export names by host, VM and process.
-- param: hw_id BIGINT -- hardware id, 8 bits
-- param: vm_id BIGINT -- VM id, 8 bits
-- param: process_id BIGINT -- process id as the operating system has it
-- returns: BIGINT -- as globalPid in the tables of events; NULL where the parts are no ids

CASE
    WHEN
        hw_id BETWEEN 0 AND 127 AND vm_id BETWEEN 0 AND 255 AND process_id BETWEEN 0 AND 16777215
        THEN hw_id * 72057594037927936 + vm_id * 281474976710656 + process_id * 16777216
END
