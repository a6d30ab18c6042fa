"""A trace as Perfetto reads it: the rows of sql/reports/perfetto_*.sql as protobuf packets.

The rows come with tracks and times ready, a batch at a time; here they only become messages. What Perfetto
asks of a track, that its slices nest, the SQL sees to.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from nsys_duck.errors import NsysDuckError
from nsys_duck.sinks import sink
from nsys_duck.times import seconds
from nsys_duck.trace import Trace

try:
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as proto
except ImportError:
    proto = None

BATCH = 10_000  # rows
SEQUENCE = 1  # all packets are of one writer, whose names have one numbering


def write(trace: Trace, target: Path | None, *, os_runtime: bool = False) -> list[str]:
    """Write `trace` to `target`, or to standard output for None; sentences that a reader must know.

    Raises NsysDuckError where there is nothing to draw, or the package perfetto is not installed.
    """
    if proto is None:
        raise NsysDuckError("the package perfetto is not installed: pip install 'nsys-duck[perfetto]'")
    wanted = {"os_runtime": os_runtime}
    ((first, count, untimed),) = trace.report("perfetto_bounds", **wanted).rows
    if not count:
        raise NsysDuckError(f"{trace.path}: no GPU work, CUDA call or NVTX event with times: nothing to draw")
    tracks = trace.report("perfetto_tracks", **wanted).rows
    shift = max(0, -first)
    encoder = Encoder()
    drawn = {
        "perfetto_work": encoder.slices,
        "perfetto_calls": encoder.slices,
        "perfetto_ranges": encoder.slices,
        **({"perfetto_os_calls": encoder.slices} if os_runtime else {}),
        "perfetto_marks": encoder.moments,
        "perfetto_busy": encoder.counts,
    }
    with sink(target) as out:
        out.write(encoder.tracks(tracks))
        for report, encode in drawn.items():
            trace.ask_report(
                report, {"shift": shift}, lambda result, encode=encode: _pass(result, encode, out)
            )
    told = []
    if shift:
        told.append(f"every time is {seconds(shift)} later than in the trace: Perfetto has none before 0")
    if untimed:
        told.append(f"{untimed:,} operations or calls without usable times are left out")
    return told


def _pass(result: Any, encode: Callable[[list[tuple]], bytes], out: Any) -> None:
    while rows := result.fetchmany(BATCH):
        out.write(encode(rows))


class Encoder:
    """Rows to packets; texts that repeat are written once and then go by a number."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.categories: dict[str, int] = {}
        self._make_slots(BATCH)

    def tracks(self, rows: list[tuple]) -> bytes:
        """The packets that describe the tracks; these come first."""
        batch = proto.Trace()
        for number, (track, parent, kind, name, pid, tid, place) in enumerate(rows):
            packet = batch.packet.add(trusted_packet_sequence_id=SEQUENCE)
            if number == 0:
                packet.sequence_flags = proto.TracePacket.SEQ_INCREMENTAL_STATE_CLEARED
                packet.first_packet_on_sequence = True
            described = packet.track_descriptor
            described.uuid = track
            described.child_ordering = proto.TrackDescriptor.EXPLICIT
            described.sibling_order_rank = place
            if parent is not None:
                described.parent_uuid = parent
            if kind == "process" and pid:
                described.process.pid = pid
                described.process.process_name = name
            elif kind == "thread" and pid and tid:
                described.thread.pid, described.thread.tid = pid, tid
                described.thread.thread_name = name
            else:
                described.name = name
            if kind == "counter":
                described.counter.unit_name = "at work"
        return batch.SerializeToString()

    def slices(self, rows: list[tuple]) -> bytes:
        """A packet for the begin and one for the end of each row; BATCH rows, and fewer at the end."""
        if len(rows) != len(self._pairs):
            self._make_slots(len(rows))
        interned = self._slots.packet[0].interned_data
        interned.Clear()
        for row, slot in zip(rows, self._pairs, strict=True):
            track, start, end, name, category, size, flows = row
            begin, begun, categories, flow_ids, notes, ending, ended = slot
            begin.timestamp = start
            begun.track_uuid = track
            begun.name_iid = self.names.get(name) or _numbered(name, self.names, interned.event_names)
            categories[0] = self.categories.get(category) or _numbered(
                category, self.categories, interned.event_categories
            )
            if flows is not None or flow_ids:
                flow_ids[:] = flows or ()
            if notes:
                del notes[:]
            if size is not None:
                notes.add(name="bytes", int_value=size)
            ending.timestamp = end
            ended.track_uuid = track
        return self._slots.SerializeToString()

    def _make_slots(self, count: int) -> None:
        """Packets that are filled again and again: to make new ones takes most of the time.

        The first has names only; then for each row one for its begin and one for its end.
        """
        self._slots = proto.Trace()
        add = self._slots.packet.add
        needs_names = proto.TracePacket.SEQ_NEEDS_INCREMENTAL_STATE
        add(trusted_packet_sequence_id=SEQUENCE, sequence_flags=needs_names)
        self._pairs = []
        for _ in range(count):
            begin = add(trusted_packet_sequence_id=SEQUENCE, sequence_flags=needs_names)
            begun = begin.track_event
            begun.type = proto.TrackEvent.TYPE_SLICE_BEGIN
            begun.category_iids.append(0)
            ending = add(trusted_packet_sequence_id=SEQUENCE)
            ending.track_event.type = proto.TrackEvent.TYPE_SLICE_END
            self._pairs.append(
                (begin, begun, begun.category_iids, begun.flow_ids, begun.debug_annotations, ending,
                 ending.track_event)
            )  # fmt: skip

    def moments(self, rows: list[tuple]) -> bytes:
        """A packet for each row."""
        batch = proto.Trace()
        needs_names = proto.TracePacket.SEQ_NEEDS_INCREMENTAL_STATE
        new = batch.packet.add(trusted_packet_sequence_id=SEQUENCE, sequence_flags=needs_names).interned_data
        for track, at, name, category in rows:
            packet = batch.packet.add(
                timestamp=at, trusted_packet_sequence_id=SEQUENCE, sequence_flags=needs_names
            ).track_event
            packet.type = proto.TrackEvent.TYPE_INSTANT
            packet.track_uuid = track
            packet.name_iid = self.names.get(name) or _numbered(name, self.names, new.event_names)
            packet.category_iids.append(
                self.categories.get(category) or _numbered(category, self.categories, new.event_categories)
            )
        return batch.SerializeToString()

    def counts(self, rows: list[tuple]) -> bytes:
        """A packet for each change of a counter."""
        batch = proto.Trace()
        for track, at, value in rows:
            packet = batch.packet.add(timestamp=at, trusted_packet_sequence_id=SEQUENCE).track_event
            packet.type = proto.TrackEvent.TYPE_COUNTER
            packet.track_uuid = track
            packet.counter_value = value
        return batch.SerializeToString()


def _numbered(text: str, known: dict[str, int], new: Any) -> int:
    """The number of a text that has none yet, told to the reader by an entry in `new`."""
    known[text] = len(known) + 1
    new.add(iid=known[text], name=text)
    return known[text]
