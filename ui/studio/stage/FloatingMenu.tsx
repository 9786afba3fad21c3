import { Copy, Group, Pencil, RefreshCw, Scissors, Trash2, Ungroup, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import type { ShownLayer } from '../../../engine/browser/gestures/stageLayers.ts';
import { layersOf } from '../../../engine/edit/find.ts';
import { unitsOf } from '../../../engine/edit/group.ts';
import { toggleMute } from '../../../engine/edit/style.ts';
import { canBeTrimmed } from '../../../engine/kinds/index.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { floatingMenuPlace } from '../../../engine/layout/floatingMenu.ts';
import { boundsAround, intersection } from '../../../engine/layout/rect.ts';
import type { Layer, LayerOf, LayerType } from '../../../engine/project/layers.ts';
import { useIsMobile } from '../../kit/hooks.ts';
import { countWords } from '../state/announceChange.ts';
import { group, ungroup } from '../state/arrange.ts';
import { goTo, openSheet, openWork } from '../state/go.ts';
import { duplicate, remove } from '../state/layers.ts';
import { change, studio } from '../state/studio.ts';

interface Props {
  /** The selected layers, at least one. */
  shown: readonly ShownLayer[];
  /** CSS pixels per pixel of the canvas. */
  scale: number;
  area: RefObject<HTMLElement | null>;
  sheet: RefObject<HTMLElement | null>;
  /** The canvas on screen and its offset from the fitted position, in CSS pixels. */
  size: Size & { left: number; top: number };
}

interface Place {
  left: number;
  top: number;
  /** Whether there is no room for labels next to the canvas. */
  narrow: boolean;
}

/**
 * Space needed with labels and with icons only, in CSS pixels. The latter includes a small margin to the window's edge.
 */
const WIDTH = { wide: 152, narrow: 58 };
/** Gap between the canvas and the menu, in CSS pixels. */
const SIDE_GAP = 30;

/**
 * The menu next to the canvas, which follows the selection. Shows only icons if there is no room for labels. On a phone
 * without room for icons it is hidden: the footer has the same actions.
 */
export function FloatingMenu({ shown, scale, area, sheet, size }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const mobile = useIsMobile();
  const [place, setPlace] = useState<Place>();
  const layerTop = boundsAround(shown.map(({ box }) => box)).y * scale;
  const [{ layer }] = shown as [ShownLayer, ...ShownLayer[]];
  // Counts layers that are not on the canvas, such as audio: the menu matches the footer.
  const { severalIds } = useSnapshot(studio);
  const isSeveral = severalIds.length > 1;
  const head = isSeveral ? countWords(severalIds.length) : headOf(layer);
  const items = isSeveral ? itemsOfSeveral(severalIds) : itemsOf(layer);
  const narrow = place?.narrow ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a menu of another layer or width has another height.
  useLayoutEffect(() => {
    const canvas = sheet.current?.getBoundingClientRect();
    const outer = area.current?.getBoundingClientRect();
    if (!canvas || !outer || !menu.current) return;
    const seen = intersection(canvas, outer);
    const room = innerWidth - seen.x - seen.width - SIDE_GAP;
    const isNarrow = room < WIDTH.wide;
    const found = floatingMenuPlace({
      viewport: seen,
      layerTop: canvas.top + layerTop,
      menu: { width: isNarrow ? WIDTH.narrow : WIDTH.wide, height: menu.current.offsetHeight },
      window: { width: innerWidth, height: innerHeight },
    });
    setPlace(mobile && room < WIDTH.narrow ? undefined : { ...found, narrow: isNarrow });
  }, [layerTop, head, narrow, mobile, size.width, size.height, size.left, size.top, area, sheet]);
  const style = place ? { left: place.left, top: place.top } : { visibility: 'hidden' as const };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      ref={menu}
      className={`floating-menu ${narrow ? 'is-narrow' : ''}`}
      role="group"
      aria-label={head}
      style={style}
      {...{ [TARGET_ATTRIBUTE]: 'none' }}
    >
      <p className="floating-menu-head">{head}</p>
      {items.map(({ label, icon, run }) => (
        <button key={label} type="button" title={narrow ? label : undefined} onClick={run}>
          {icon}
          <span className={narrow ? 'unseen' : ''}>{label}</span>
        </button>
      ))}
    </div>
  );
}

function headOf({ type }: Layer): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)} Layer`;
}

interface Item {
  label: string;
  icon: ReactNode;
  run: () => void;
}

function itemsOf(layer: Layer): Item[] {
  const last: Item = { label: 'Delete', icon: <Trash2 aria-hidden="true" />, run: () => remove([layer.id]) };
  return [...(offers[layer.type] as (layer: Layer) => Item[])(layer), last];
}

function itemsOfSeveral(ids: readonly string[]): Item[] {
  const isOneGroup = unitsOf(layersOf(studio.project, ids)).length === 1;
  return [
    isOneGroup
      ? { label: 'Ungroup', icon: <Ungroup aria-hidden="true" />, run: () => ungroup(ids) }
      : { label: 'Group', icon: <Group aria-hidden="true" />, run: () => group(ids) },
    { label: 'Duplicate', icon: <Copy aria-hidden="true" />, run: () => duplicate(ids) },
    { label: 'Delete', icon: <Trash2 aria-hidden="true" />, run: () => remove(ids) },
  ];
}

/** The actions of each layer type, besides Delete. */
const offers: { readonly [T in LayerType]: (layer: LayerOf<T>) => Item[] } = {
  text: ({ id }) => [
    { label: 'Edit', icon: <Pencil aria-hidden="true" />, run: () => goTo('text') },
    { label: 'Duplicate', icon: <Copy aria-hidden="true" />, run: () => duplicate([id]) },
  ],
  image: () => [],
  video: (layer) => {
    if (!canBeTrimmed(layer)) return [];
    const Icon = layer.isMuted ? VolumeX : Volume2;
    return [
      {
        label: layer.isTrimmed ? 'Edit Trim' : 'Trim',
        icon: <Scissors aria-hidden="true" />,
        run: () => openWork('trimmer'),
      },
      {
        label: layer.isMuted ? 'Unmute' : 'Mute',
        icon: <Icon aria-hidden="true" />,
        run: () => change((project) => toggleMute(project, layer.id)),
      },
    ];
  },
  shape: () => [],
  placeholder: () => [{ label: 'Replace', icon: <RefreshCw aria-hidden="true" />, run: () => openSheet('replace') }],
  subtitles: () => [{ label: 'Edit', icon: <Pencil aria-hidden="true" />, run: () => openSheet('subtitles') }],
  // Not on the canvas.
  audio: () => [],
};
