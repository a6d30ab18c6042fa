"""compare: sides that cannot be compared, and repeats: no verdict is not a pass, noise is not a change."""

from pathlib import Path

import pytest
from comparing import MS, compare, kernels, told, trace
from tracebuilder import GPU, KERNEL

BUSY = "gpu_busy_union_s > +5% and > +50us"


def made(tmp_path, *lengths, name="new", **options):
    return trace(tmp_path / f"{name}.sqlite", *lengths, **options)


def test_a_trace_without_kernels_is_no_win(tmp_path):
    """The after-trace has an empty kernel table: not comparable, exit 3, whatever the gate says."""
    base = made(tmp_path, MS, MS, MS, name="base")
    done = compare(base, made(tmp_path), "--fail-if", BUSY)
    assert done.code == 3
    assert "Verdict: not comparable: NEW (new.sqlite) has no kernels: nothing was measured" in done.stdout
    assert "NO VERDICT" in done.stdout and "-100" not in done.stdout
    assert told(base, tmp_path / "new.sqlite")["findings"] == []


def test_a_trace_without_a_kernel_table_is_no_win(tmp_path):
    """Kernels were not captured on one side: not comparable, on either side, with a gate or without."""
    import sqlite3

    full, bare = made(tmp_path, MS, name="full"), made(tmp_path, MS, name="bare")
    with sqlite3.connect(bare) as db:
        db.execute("DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL")
    for pair in ((full, bare), (bare, full)):
        done = compare(*pair)
        assert done.code == 3 and "kernels were not captured" in done.stderr


def test_the_same_file_twice_is_no_comparison(tmp_path):
    """By its bytes, also under another name."""
    base = made(tmp_path, MS, name="base")
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(base.read_bytes())
    for new in (base, copy):
        done = compare(base, new, "--fail-if", BUSY)
        assert done.code == 3 and "same file" in done.stderr


def test_a_repeat_that_is_no_repeat(tmp_path):
    """The same run given twice on one side would make a spread of nothing."""
    base, new = made(tmp_path, MS, name="base"), made(tmp_path, 2 * MS)
    assert compare(base, new, "--base-repeat", base).code == 3


def test_other_numbers_of_gpus(tmp_path):
    """Two GPUs against one are not comparable, unless told so."""
    two = {
        KERNEL: [*kernels(MS), *kernels(MS, deviceId=1)],
        GPU: [{"id": 0, "name": "A"}, {"id": 1, "name": "A"}],
    }
    base, new = made(tmp_path, name="base", tables=two), made(tmp_path, MS, gpu="A")
    assert compare(base, new, "--fail-if", BUSY).code == 3
    done = compare(base, new, "--fail-if", BUSY, "--across-gpus")
    assert done.code == 0 and "work on 2 GPUs" in done.stdout


def test_other_gpu_model(tmp_path):
    """Two models are not comparable, unless told so; the models are shown."""
    base, new = made(tmp_path, MS, name="base"), made(tmp_path, 2 * MS, gpu="GPU B")
    done = compare(base, new, "--fail-if", BUSY)
    assert done.code == 3 and "ran on GPU A" in done.stderr and "on GPU B" in done.stderr
    assert compare(base, new, "--fail-if", BUSY, "--across-gpus").code == 1


def test_an_unknown_gpu_is_not_another_gpu(tmp_path):
    """Many containers hide the GPU's name."""
    base, new = made(tmp_path, MS, name="base", gpu=None), made(tmp_path, MS + 1)
    assert compare(base, new, "--fail-if", BUSY).code == 0


def test_medians_of_repeats_and_noise(tmp_path):
    """One slow run of three does not fail the gate; three slow ones do; what lies inside the spread is noise."""
    base = [made(tmp_path, n * MS, name=f"base{n}") for n in (100, 101, 109)]
    wild = [made(tmp_path, n * MS + 1, name=f"wild{n}") for n in (99, 102, 130)]
    slow = [made(tmp_path, n * MS + 2, name=f"slow{n}") for n in (112, 113, 114)]
    near = [made(tmp_path, n * MS + 3, name=f"near{n}") for n in (106, 107, 108)]
    gate = "gpu_busy_union_s > +5%"
    assert told(base, wild, gate)["verdict"] == "pass"
    assert told(base, slow, gate)["verdict"] == "fail"
    noise = told(base, near, gate)
    assert noise["verdict"] == "pass" and "noise" in noise["gates"][0]["reason"]
    (row,) = (r for r in noise["figures"]["kernels"] if r["figure"] == "total_ns" and r["gpu_id"] is None)
    assert (row["status"], row["base"], row["base_low"], row["base_high"]) == (
        "noise",
        101 * MS,
        100 * MS,
        109 * MS,
    )
    args = [flag for path in base[1:] for flag in ("--base-repeat", path)]
    args += [flag for path in slow[1:] for flag in ("--new-repeat", path)]
    done = compare(base[0], slow[0], *args, "--fail-if", gate)
    assert done.code == 1 and "medians of 3 BASE and 3 NEW traces" in done.stdout


def test_one_trace_a_side_has_no_noise(tmp_path):
    """Nothing is called noise where nothing tells it."""
    done = compare(made(tmp_path, MS, name="base"), made(tmp_path, MS + 1))
    assert "one trace a side" in done.stdout


def test_five_repeats_leave_their_extremes_out(tmp_path):
    """One outlier does not hide a change."""
    base = [made(tmp_path, n * MS, name=f"base{n}") for n in (100, 101, 102, 103, 180)]
    new = [made(tmp_path, n * MS + 1, name=f"new{n}") for n in (110, 111, 112, 113, 114)]
    assert told(base, new, "gpu_busy_union_s > +5%")["verdict"] == "fail"


def test_a_trace_that_cannot_be_read_is_no_regression(tmp_path):
    """Exit 1 says that something became worse, and nothing else."""
    base = made(tmp_path, MS, name="base")
    for new in (tmp_path / "none.sqlite", tmp_path):
        done = compare(base, new, "--fail-if", BUSY)
        assert done.code == 3 and len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_no_regression(tmp_path):
    """Whatever goes wrong beside the gates has no verdict either."""
    base, new = made(tmp_path, MS, name="base"), made(tmp_path, 2 * MS)
    with open("/dev/full", "w") as full:
        done = compare(base, new, "--fail-if", BUSY, "--format", "json", stdout=full)
    assert done.code == 3 and len(done.stderr.splitlines()) == 1
