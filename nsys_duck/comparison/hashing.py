"""The identity of a trace: the hash of its bytes."""

import hashlib
from pathlib import Path


def size_of(path: Path) -> int:
    """The bytes of a file, or of all files of a folder."""
    return sum(file.stat().st_size for file in _files(path))


def content_hash(path: Path) -> str:
    """SHA-256 of a file; of a folder that of its files' names and hashes, in order of their names."""
    if path.is_file():
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    whole = hashlib.sha256()
    for file in _files(path):
        whole.update(f"{file.relative_to(path).as_posix()} {content_hash(file)}\n".encode())
    return whole.hexdigest()


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())


def hashes(paths: list[Path]) -> list[str | None]:
    """The hash of each path; None where no other has its size, so that it need not be read."""
    sizes = [size_of(path) for path in paths]
    return [
        content_hash(path) if sizes.count(size) > 1 else None for path, size in zip(paths, sizes, strict=True)
    ]
