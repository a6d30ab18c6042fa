-- name: detail_unread_tables
-- summary: Tables with rows in the export that nothing of ours reads.
-- command: summarize
-- needs: _unread_tables
-- column: table_name VARCHAR -- as written in the file
-- column: row_count BIGINT -- its rows

SELECT table_name, row_count
FROM _unread_tables
ORDER BY table_name
