"""Statements that run ahead: on connections of their own, while the main one is at work.

A sweep over sorted rows keeps one core busy; a scan that nothing waits for yet can use the others.
"""

import threading

import duckdb


class _Statement(threading.Thread):
    def __init__(self, cursor: duckdb.DuckDBPyConnection, sql: str) -> None:
        super().__init__(daemon=True)
        self.cursor = cursor
        self.sql = sql
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.cursor.execute(self.sql)
        except BaseException as error:  # raised again by whoever waits
            self.error = error


class Ahead:
    """Statements under way, by the name of what they make."""

    def __init__(self) -> None:
        """Nothing is under way."""
        self._running: dict[str, _Statement] = {}

    def __contains__(self, name: str) -> bool:
        """Whether `name` was begun and nobody has waited for it yet."""
        return name in self._running

    def start(self, name: str, connection: duckdb.DuckDBPyConnection, sql: str) -> None:
        """Begin with `sql` beside `connection`. It sees what is committed there, but no variables."""
        self._running[name] = _Statement(connection.cursor(), sql)
        self._running[name].start()

    def finish(self, name: str) -> bool:
        """Whether `name` was begun; waits for its end and raises what its statement raised."""
        if name not in self._running:
            return False
        self._running[name].join()
        statement = self._running.pop(name)
        statement.cursor.close()
        if statement.error is not None:
            raise statement.error
        return True

    def abandon(self) -> list[str]:
        """Stop everything; the names of what may or may not have been made by then."""
        for statement in self._running.values():
            while statement.is_alive():
                statement.cursor.interrupt()
                statement.join(0.1)
            statement.cursor.close()
        names = list(self._running)
        self._running.clear()
        return names
