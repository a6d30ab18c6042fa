"""A trace as Perfetto reads it: the rows of sql/reports/perfetto_*.sql as protobuf packets.

The rows come with tracks and times ready, a batch at a time; here they only become messages. What Perfetto
asks of a track, that its slices nest, the SQL sees to.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from nsys_duck.errors import NsysDuckError
from nsys_duck.output.sinks import sink
from nsys_duck.output.units import seconds
from nsys_duck.trace.trace import Trace

try:
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as proto
except ImportError:
    proto = None

Encoding = Callable[[list[tuple]], bytes]

BATCH = 10_000  # rows
SHAPES = 20_000  # slices that differ in more than times and numbers, kept encoded
SEQUENCE = 1  # all packets are of one writer, whose names have one numbering
NEEDS_NAMES = 2  # TracePacket.SEQ_NEEDS_INCREMENTAL_STATE


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
        "perfetto_busy": lambda columns: encoder.counts,
    }
    with sink(target) as out:
        out.write(encoder.tracks(tracks))
        for report, encoding in drawn.items():
            trace.ask_report(
                report, {"shift": shift}, lambda result, encoding=encoding: _pass(result, encoding, out)
            )
    told = []
    if shift:
        told.append(f"every time is {seconds(shift)} later than in the trace: Perfetto has none before 0")
    if untimed:
        told.append(
            "1 operation or call without usable times is left out"
            if untimed == 1
            else f"{untimed:,} operations or calls without usable times are left out"
        )
    return told


def _pass(result: Any, encoding: Callable[[list[str]], Encoding], out: Any) -> None:
    encode = encoding([column[0] for column in result.description])
    while rows := result.fetchmany(BATCH):
        out.write(encode(rows))


class Encoder:
    """Rows to packets; texts that repeat are written once and then go by a number."""

    def __init__(self) -> None:
        self._names = Numbers()
        self._categories = Numbers()
        self._notes = Numbers()
        self._texts = Numbers()

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

    def slices(self, columns: list[str]) -> Encoding:
        """What encodes the rows of a report with these columns: a packet for the begin and one for the end.

        The columns are begin, end (None for a moment), flows, then what each slice has for itself, then
        track, name, category and what many slices have alike; all but these six becomes details of the slice.
        What is alike is encoded once and parsed again for each slice: to build it anew takes several times
        as long, and to fill the same messages again and again never gives memory back.
        """
        place = columns.index("track_id")
        own = [(at, self._notes[columns[at]]) for at in range(3, place)]
        alike = [self._notes[name] for name in columns[place + 3 :]]
        lasting: dict[tuple, bytes] = {}
        moments: dict[tuple, bytes] = {}
        parsed = proto.Trace.FromString

        def encoded(rows: list[tuple]) -> bytes:
            done = []
            for row in rows:
                start, end, flows = row[:3]
                shapes = moments if end is None else lasting
                shape = shapes.get(row[place:])
                if shape is None:
                    if len(shapes) >= SHAPES:
                        shapes.clear()
                    shape = shapes[row[place:]] = self._shape(end is None, *row[place:], alike=alike)
                    done.append(self._told())
                drawn = parsed(shape)
                if end is None:
                    (begin,) = drawn.packet
                else:
                    begin, ending = drawn.packet
                    ending.timestamp = end
                begin.timestamp = start
                event = begin.track_event
                if flows:
                    event.flow_ids.extend(flows)
                notes = event.debug_annotations
                for at, number in own:
                    if (value := row[at]) is not None:
                        note = notes.add()
                        note.name_iid = number
                        if isinstance(value, str):
                            note.string_value_iid = self._texts[value]
                        else:
                            note.int_value = value
                if self._texts.has_untold:
                    done.append(self._told())
                done.append(drawn.SerializeToString())
            return b"".join(done)

        return encoded

    def _shape(
        self,
        is_moment: bool,
        track: int,
        name: str,
        category: str,
        *details: int | str | None,
        alike: list[int],
    ) -> bytes:
        """The packets of a slice as far as others are like it."""
        drawn = proto.Trace()
        packet = drawn.packet.add(trusted_packet_sequence_id=SEQUENCE, sequence_flags=NEEDS_NAMES)
        begin = packet.track_event
        begin.type = proto.TrackEvent.TYPE_INSTANT if is_moment else proto.TrackEvent.TYPE_SLICE_BEGIN
        begin.track_uuid = track
        begin.name_iid = self._names[name]
        begin.category_iids.append(self._categories[category])
        for number, value in zip(alike, details, strict=True):
            if isinstance(value, str):
                begin.debug_annotations.add(name_iid=number, string_value_iid=self._texts[value])
            elif value is not None:
                begin.debug_annotations.add(name_iid=number, int_value=value)
        if not is_moment:
            ending = drawn.packet.add(trusted_packet_sequence_id=SEQUENCE).track_event
            ending.type = proto.TrackEvent.TYPE_SLICE_END
            ending.track_uuid = track
        return drawn.SerializeToString()

    def _told(self) -> bytes:
        """A packet that tells the reader the numbers given since the last."""
        batch = proto.Trace()
        told = batch.packet.add(trusted_packet_sequence_id=SEQUENCE, sequence_flags=NEEDS_NAMES).interned_data
        for numbers, entries in (
            (self._names, told.event_names),
            (self._categories, told.event_categories),
            (self._notes, told.debug_annotation_names),
        ):
            for text in numbers.untold():
                entries.add(iid=numbers[text], name=text)
        for text in self._texts.untold():
            told.debug_annotation_string_values.add(iid=self._texts[text], str=text.encode())
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


class Numbers(dict):
    """Numbers of texts, counted from 1; a text that has none yet gets the next when it is asked for."""

    def __init__(self) -> None:
        self._untold: list[str] = []

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self) + 1
        self._untold.append(text)
        return number

    @property
    def has_untold(self) -> bool:
        """Whether some text got its number since `untold` was last asked."""
        return bool(self._untold)

    def untold(self) -> list[str]:
        """The texts that got theirs since this was last asked."""
        untold, self._untold = self._untold, []
        return untold
