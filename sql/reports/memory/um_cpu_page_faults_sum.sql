-- name: um_cpu_page_faults_sum
-- title: Unified Memory CPU Page Faults Summary
-- summary: Page faults of managed memory on the CPU by the code that touched it.
-- description: All processes together. Where the export has the function it stands in place of the
--     address of the instruction, as nsys writes it; file and line only where the capture resolved
--     them.
-- requires: um_page_faults first
-- needs: um_page_faults
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: cpu_faults BIGINT -- page faults
-- column: instruction VARCHAR -- address of the instruction, or its function
-- column: source_file VARCHAR -- file of that function; NULL where unknown
-- column: source_line BIGINT -- line in that file; NULL where unknown
-- nsys: "CPU Page Faults" cpu_faults int
-- nsys: "CPU Instruction Address" instruction text
-- nsys: "Source File" source_file text
-- nsys: "Source Line" source_line int
-- example: SELECT function_name, module, count(*) AS faults FROM um_page_faults WHERE side = 'CPU'
--     GROUP BY ALL ORDER BY ALL

SELECT
    sum(fault_count)::BIGINT AS cpu_faults,
    function_name AS instruction,
    source_file,
    source_line
FROM um_page_faults
WHERE side = 'CPU'
GROUP BY function_name, source_file, source_line
ORDER BY cpu_faults DESC, instruction, source_file, source_line
LIMIT nullif($rows, 0)
