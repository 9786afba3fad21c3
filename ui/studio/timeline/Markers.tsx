import { Flag } from 'lucide-react';
import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import { markersOf, moveMarker } from '../../../engine/edit/markers.ts';
import type { Marker, Project } from '../../../engine/project/project.ts';
import { snapTargets } from '../../../engine/timeline/snapTime.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { focusAt, focusTarget } from '../../app/focus.ts';
import { place } from '../../app/place.ts';
import { isByKeyboard } from '../../kit/input.ts';
import { pressedKeys, secondsOf, trimKeys } from '../../kit/timeKeys.ts';
import { shownBeats } from '../beats/beats.ts';
import { openSheet } from '../state/go.ts';
import { deleteMarker, isAtMoment, markerName, moveMarkerTo } from '../state/markers.ts';
import { pause, seek, shownTime } from '../state/playback.ts';
import { endStep, studio } from '../state/studio.ts';
import { dragTime } from './dragBar.ts';
import { scrollIntoViewLater } from './view.ts';
import './timeline.css';

interface Props {
  project: Project;
  /** CSS pixels per second. */
  scale: number;
}

/** The markers of the whole video. A click seeks there; a drag or the arrow keys move a marker. */
export const Markers = memo(function Markers({ project, scale }: Props) {
  const markers = markersOf(project);
  if (markers.length === 0) return null;
  return (
    <ul className="board-markers" aria-label="Markers">
      {markers.map((marker, index) => (
        <MarkerFlag key={marker.id} marker={marker} name={markerName(marker, index)} scale={scale} />
      ))}
    </ul>
  );
}, isSame);

/** Skips rendering while anything else is dragged. */
function isSame(a: Props, b: Props): boolean {
  return a.scale === b.scale && a.project.markers === b.project.markers;
}

function MarkerFlag({ marker, name, scale }: { marker: Marker; name: string; scale: number }) {
  const { id, at } = marker;
  const hasDragged = useRef(false);
  const drag = (press: PointerEvent<HTMLElement>) => {
    hasDragged.current = false;
    dragTime(press, false, () => {
      const [scene] = sceneSpans(studio.project, 'all');
      return {
        scale,
        edges: [at],
        targets: [
          ...(scene ? snapTargets(studio.project, [scene], [], shownTime()) : []),
          ...shownBeats(studio.project),
        ],
        shown: shownTime(),
        edit: (now, to) => moveMarker(now, id, to),
        edgesIn: (now) => (now.markers ?? []).flatMap((one) => (one.id === id ? [one.at] : [])),
        onStart: () => {
          hasDragged.current = true;
        },
      };
    });
  };
  return (
    <li style={{ left: at * scale }}>
      <button
        ref={focusTarget(`marker:${id}`)}
        type="button"
        className="row board-marker"
        data-arrows=""
        aria-label={`${name}, ${timecode(at)}`}
        title={`${name}, ${timecode(at)} (Left and Right move it, Delete removes it, press again to rename)`}
        onPointerDown={drag}
        onClick={() => !hasDragged.current && selectMarker(marker)}
        onKeyDown={(event) => actByKey(event, marker)}
        onKeyUp={({ key }) => /^(Arrow|Page)/.test(key) && endStep()}
      >
        <Flag aria-hidden="true" />
        <span>{name}</span>
      </button>
    </li>
  );
}

/**
 * Seeks to a marker. If the playhead is there already, opens the list of markers; closing it returns keyboard focus.
 */
function selectMarker(marker: Marker): void {
  pause();
  if (!isAtMoment(marker)) {
    seek(marker.at);
    return;
  }
  const { path } = place;
  openSheet('markers');
  if (isByKeyboard()) focusAt(path, `marker:${marker.id}`);
}

function actByKey(event: KeyboardEvent<HTMLElement>, { id, at }: Marker): void {
  const by = secondsOf(event, trimKeys);
  if (['del', 'backspace'].includes(pressedKeys(event))) deleteMarker(id);
  else if (by === undefined || !Number.isFinite(by)) return;
  else {
    moveMarkerTo(id, at + by);
    scrollIntoViewLater(event.currentTarget);
  }
  event.preventDefault();
}
