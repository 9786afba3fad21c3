import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import type { ShownLayer } from '../../../engine/browser/gestures/stageLayers.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { floatingMenuPlace } from '../../../engine/layout/floatingMenu.ts';
import { boundsAround, intersection } from '../../../engine/layout/rect.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { useIsMobile } from '../../kit/hooks.ts';
import { contextOf, faceOf } from '../actions/action.ts';
import { ariaKeys, tooltip } from '../actions/keyLabels.ts';
import { floatingMenu } from '../actions/menus.ts';
import { countWords } from '../state/announceChange.ts';
import { studio } from '../state/studio.ts';

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
  const { project, severalIds } = useSnapshot(studio);
  const isSeveral = severalIds.length > 1;
  const head = isSeveral ? countWords(severalIds.length) : headOf(layer);
  const context = contextOf(project, isSeveral ? severalIds : [layer.id]);
  const narrow = place?.narrow ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a menu of another layer or width has another height.
  useLayoutEffect(() => {
    const canvas = sheet.current?.getBoundingClientRect();
    const outer = area.current?.getBoundingClientRect();
    if (!canvas || !outer || !menu.current) return;
    const seen = intersection(canvas, outer);
    const right = outer.x + outer.width;
    const room = right - seen.x - seen.width - SIDE_GAP;
    const isNarrow = room < WIDTH.wide;
    const found = floatingMenuPlace({
      viewport: seen,
      layerTop: canvas.top + layerTop,
      menu: { width: isNarrow ? WIDTH.narrow : WIDTH.wide, height: menu.current.offsetHeight },
      window: { width: right, height: innerHeight },
    });
    setPlace(mobile && room < WIDTH.narrow ? undefined : { ...found, narrow: isNarrow });
  }, [layerTop, head, narrow, mobile, size.width, size.height, size.left, size.top, area, sheet]);
  const style = place ? { left: place.left, top: place.top } : { visibility: 'hidden' as const };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      ref={menu}
      className={`card floating-menu ${narrow ? 'is-narrow' : ''}`}
      role="group"
      aria-label={head}
      style={style}
      {...{ [TARGET_ATTRIBUTE]: 'none' }}
    >
      <p className="floating-menu-head">{head}</p>
      {floatingMenu(context).map((action) => {
        const { label, icon: Icon } = faceOf(action, context);
        return (
          <button
            key={action.id}
            type="button"
            title={narrow || action.keys ? tooltip(action, label) : undefined}
            aria-keyshortcuts={ariaKeys(action)}
            onClick={() => action.run?.(context)}
          >
            {Icon && <Icon aria-hidden="true" />}
            <span className={narrow ? 'unseen' : ''}>{label}</span>
          </button>
        );
      })}
    </div>
  );
}

function headOf({ type }: Layer): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)} Layer`;
}
