import { Eye, EyeOff, Headphones, Lock, LockOpen, type LucideIcon, Volume2, VolumeX } from 'lucide-react';
import { type FocusEvent, memo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { hideLayers, lockLayers, muteLayers, soloLayers, unmuteAll } from '../../../engine/edit/layerFlags.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { allLayers } from '../../../engine/project/allLayers.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { Lane, Lanes as Rows } from '../../../engine/timeline/lanes.ts';
import { endOfLayer, type LayerSpan } from '../../../engine/timeline/spans.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { layerKindOf } from '../actions/layerKinds.ts';
import { change, studio } from '../state/studio.ts';
import { BAR_HEIGHT, LayerBar } from './LayerBar.tsx';
import { rowName } from './rows.ts';
import { timelineDrag } from './timelineDrag.ts';
import { type BoardView, SIDE } from './useZoom.ts';

interface LanesProps {
  rows: Rows;
  view: BoardView;
}

/** Distance between rows, in CSS pixels. */
const PITCH = BAR_HEIGHT + 3;

/**
 * The rows of all layers: visible ones, the front one at the top, then audio. Bars stay the same elements when they
 * change rows, so that they keep the focus.
 */
export const Lanes = memo(function Lanes({ rows, view: { scale, start, from, to } }: LanesProps) {
  const { selectedLayerId, severalIds } = useSnapshot(studio);
  const { layerIds: movedIds, framedIds } = useSnapshot(timelineDrag);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const all = [...rows.visual, ...rows.audio];
  const bars = all.flatMap(({ spans }, row) => spans.map((span) => ({ span, row })));
  const has = (id: string | null) => id !== null && bars.some(({ span }) => span.layer.id === id);
  const stopId = [focusedId, selectedLayerId].find(has) ?? bars[0]?.span.layer.id;
  const order = useOrder(bars, movedIds.length > 0);
  const isShown = ({ span }: { span: LayerSpan }) =>
    (endOfLayer(span) >= from && span.start <= to) || span.layer.id === stopId || movedIds.includes(span.layer.id);
  const noteFocus = ({ target }: FocusEvent) => setFocusedId(target.closest<HTMLElement>('li')?.dataset.layer ?? null);
  return (
    <div className="lanes">
      {all.map((lane, row) => {
        const kind = row < rows.visual.length ? 'visual' : 'audio';
        return (
          <div key={`${kind}${lane.lane}`} className="lane" data-kind={kind} data-lane={lane.lane}>
            {start > SIDE && <RowHead lane={lane} name={rowName(lane)} />}
          </div>
        );
      })}
      <ul className="tracks" aria-label="Layers" onFocus={noteFocus}>
        {bars
          .filter(isShown)
          .toSorted((a, b) => (order.get(a.span.layer.id) ?? 0) - (order.get(b.span.layer.id) ?? 0))
          .map(({ span, row }) => (
            <LayerBar
              key={span.layer.id}
              span={span}
              top={row * PITCH}
              scale={scale}
              isSelected={span.layer.id === selectedLayerId}
              isAmong={severalIds.includes(span.layer.id) || framedIds.includes(span.layer.id)}
              isMoved={movedIds.includes(span.layer.id)}
              isTabStop={span.layer.id === stopId}
            />
          ))}
      </ul>
    </div>
  );
});

/**
 * Order of the bars in the document by id: scene by scene, front to back, which edits of time do not change. It stays
 * during a drag, because an element that is moved in the document loses the pointer.
 */
function useOrder(bars: readonly { span: LayerSpan }[], isDragged: boolean): ReadonlyMap<string, number> {
  const kept = useRef<ReadonlyMap<string, number>>(new Map());
  if (!isDragged) {
    const spans = bars.map(({ span }) => span);
    spans.sort((one, other) => one.sceneIndex - other.sceneIndex || other.depth - one.depth);
    kept.current = new Map(spans.map(({ layer }, index) => [layer.id, index]));
  }
  return kept.current;
}

/** A switch of a row: it applies to all of its layers. */
interface RowSwitch {
  /** What it does while it is off, and while it is on. @param name of the row. */
  labels: (name: string) => readonly [string, string];
  icons: readonly [LucideIcon, LucideIcon];
  isOn: (layers: readonly Layer[], project: Project) => boolean;
  set: (project: Project, ids: readonly string[], isOn: boolean) => Project;
}

const switches = {
  hide: {
    labels: (name) => [`Hide ${name}`, `Show ${name}`],
    icons: [Eye, EyeOff],
    isOn: (layers) => layers.every(({ isHidden }) => isHidden),
    set: hideLayers,
  },
  lock: {
    labels: (name) => [`Lock ${name}`, `Unlock ${name}`],
    icons: [LockOpen, Lock],
    isOn: (layers) => layers.every(({ isLocked }) => isLocked),
    set: lockLayers,
  },
  mute: {
    labels: (name) => [`Mute ${name}`, `Unmute ${name}`],
    icons: [Volume2, VolumeX],
    isOn: (layers) => layers.every((layer) => !('isMuted' in layer) || layer.isMuted === true),
    set: muteLayers,
  },
  solo: {
    labels: (name) => [`Hear only ${name}`, `Hear everything besides ${name}`],
    icons: [Headphones, Headphones],
    isOn: isSolo,
    set: (project, ids, isOn) => (isOn ? soloLayers(project, ids) : unmuteAll(project)),
  },
} satisfies Record<string, RowSwitch>;

/** Whether these are the only layers that are heard, and others could be. */
function isSolo(layers: readonly Layer[], project: Project): boolean {
  const ids = new Set(layers.map(({ id }) => id));
  const others = allLayers(project).filter((layer) => 'isMuted' in layer && !ids.has(layer.id));
  const tracks = project.audio ? [project.audio] : [];
  const isHeard = layers.some((layer) => 'isMuted' in layer && !layer.isMuted);
  return (
    isHeard &&
    others.length + tracks.length > 0 &&
    [...others, ...tracks].every((one) => 'isMuted' in one && one.isMuted)
  );
}

/** The name of a row without switches, such as that of the scenes. */
export function LaneName({ icon: Icon, name }: { icon: LucideIcon; name: string }) {
  return (
    <div className="lane-head">
      <span className="lane-name">
        <Icon aria-hidden="true" />
        <span>{name}</span>
      </span>
    </div>
  );
}

const RowHead = memo(function RowHead({ lane, name }: HeadProps) {
  const { project } = useSnapshot(studio);
  const layers = lane.spans.map(({ layer }) => layer);
  const ids = layers.map(({ id }) => id);
  const isSeen = layers.some((layer) => kindOf(layer).isSeen);
  const isHeard = layers.some((layer) => 'isMuted' in layer);
  const Icon = layers[0] && layerKindOf(layers[0]).icon;
  const shown: RowSwitch[] = [
    ...(isSeen ? [switches.hide] : []),
    switches.lock,
    ...(isHeard ? [switches.mute, switches.solo] : []),
  ];
  return (
    <div className="lane-head">
      <span className="lane-name">
        {Icon && <Icon aria-hidden="true" />}
        <span>{name}</span>
      </span>
      <span className="lane-switches">
        {layers.length > 0 &&
          shown.map(({ labels, icons, isOn, set }) => {
            const on = isOn(layers, project);
            const index = on ? 1 : 0;
            return (
              <IconButton
                key={labels('')[0]}
                icon={icons[index]}
                label={labels(name)[index]}
                isOn={on}
                onClick={() => change((now) => set(now, ids, !on))}
              />
            );
          })}
      </span>
    </div>
  );
}, isSameHead);

interface HeadProps {
  lane: Lane;
  name: string;
}

/** A drag changes the times of a layer, which the head does not show. */
function isSameHead(before: HeadProps, after: HeadProps): boolean {
  const facts = ({ lane, name }: HeadProps) =>
    JSON.stringify([
      name,
      lane.spans.map(({ layer: { id, isHidden, isLocked, ...layer } }) => [
        id,
        isHidden,
        isLocked,
        'isMuted' in layer && layer.isMuted,
      ]),
    ]);
  return facts(before) === facts(after);
}
