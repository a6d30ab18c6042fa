"""Reads a Perfetto trace as its trace processor does: packets by time, slices of a track as a stack."""

from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as proto


class Slice(NamedTuple):
    """A slice as it is drawn; `track` are the names from the outermost track down."""

    track: tuple[str, ...]
    name: str
    category: str
    start: int
    end: int
    depth: int
    flows: tuple[int, ...]
    details: dict[str, int | str]


class Drawing:
    """What a file shows. Raises AssertionError where it breaks the rules of the format."""

    def __init__(self, path: Path) -> None:
        self.slices: list[Slice] = []
        self.moments: list[tuple] = []
        self.counts: dict[tuple, list[tuple[int, int]]] = defaultdict(list)
        self._tracks: dict[int, proto.TrackDescriptor] = {}
        self._names: dict[int, str] = {}
        self._categories: dict[int, str] = {}
        self._notes: dict[int, str] = {}
        self._texts: dict[int, str] = {}
        trace = proto.Trace()
        trace.ParseFromString(path.read_bytes())
        events = []
        for number, packet in enumerate(trace.packet):
            assert packet.trusted_packet_sequence_id == 1
            assert (number == 0) == bool(packet.sequence_flags & packet.SEQ_INCREMENTAL_STATE_CLEARED)
            self._learn(packet)
            if packet.HasField("track_event"):
                events.append(self._resolved(packet))
        events.sort(key=lambda event: event[0])  # stable, as the trace processor's
        self._draw(events)

    def _learn(self, packet) -> None:
        if packet.HasField("track_descriptor"):
            described = packet.track_descriptor
            assert described.uuid and described.uuid not in self._tracks
            assert not described.parent_uuid or described.parent_uuid in self._tracks
            self._tracks[described.uuid] = described
        for known, new in (
            (self._names, packet.interned_data.event_names),
            (self._categories, packet.interned_data.event_categories),
            (self._notes, packet.interned_data.debug_annotation_names),
            (self._texts, packet.interned_data.debug_annotation_string_values),
        ):
            for entry in new:
                assert entry.iid and entry.iid not in known
                known[entry.iid] = entry.str.decode() if known is self._texts else entry.name

    def _resolved(self, packet) -> tuple:
        event = packet.track_event
        assert event.track_uuid in self._tracks, "a track is described before its first event"
        named = event.type in (event.TYPE_SLICE_BEGIN, event.TYPE_INSTANT)
        assert not named or packet.sequence_flags & packet.SEQ_NEEDS_INCREMENTAL_STATE
        name = self._names[event.name_iid] if named else ""
        category = self._categories[event.category_iids[0]] if named else ""
        return packet.timestamp, event, name, category, self._details(event)

    def _details(self, event) -> dict[str, int | str]:
        """What is shown of an event that is clicked on."""
        found = {}
        for note in event.debug_annotations:
            name = self._notes[note.name_iid]
            assert name not in found
            kind = note.WhichOneof("value")
            value = getattr(note, kind)
            found[name] = self._texts[value] if kind == "string_value_iid" else value
        return found

    def _draw(self, events: list[tuple]) -> None:
        stacks = defaultdict(list)
        for at, event, name, category, details in events:
            stack, place = stacks[event.track_uuid], self.path(event.track_uuid)
            if event.type == event.TYPE_SLICE_BEGIN:
                stack.append((name, category, at, tuple(event.flow_ids), details))
            elif event.type == event.TYPE_SLICE_END:
                name, category, start, flows, details = stack.pop()
                self.slices.append(Slice(place, name, category, start, at, len(stack), flows, details))
            elif event.type == event.TYPE_INSTANT:
                self.moments.append((place, name, at, details))
            else:
                self.counts[place].append((at, event.counter_value))
        assert not any(stacks.values()), "a slice has no end"

    def path(self, track: int) -> tuple[str, ...]:
        """The names of the tracks down to this one."""
        described = self._tracks[track]
        above = self.path(described.parent_uuid) if described.parent_uuid else ()
        own = described.process.process_name or described.thread.thread_name or described.name
        return (*above, own)

    @property
    def tracks(self) -> set[tuple[str, ...]]:
        """Every track by its path; rows of one stream are one."""
        return {self.path(track) for track in self._tracks}

    @property
    def arrows(self) -> list[tuple[str, str]]:
        """(name of the earlier slice, of the later) of each flow that has two ends."""
        ends = defaultdict(list)
        for drawn in sorted(self.slices, key=lambda drawn: drawn.start):
            for flow in drawn.flows:
                ends[flow].append(drawn)
        assert all(len(found) <= 2 for found in ends.values())
        return sorted((a.name, b.name) for a, b in (found for found in ends.values() if len(found) == 2))

    def times(self, *categories: str) -> Counter:
        """(name, start, end) of the slices of these categories, and how often."""
        return Counter((s.name, s.start, s.end) for s in self.slices if s.category in categories)
