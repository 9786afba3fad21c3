import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { isByKeyboard } from '../../kit/input.ts';
import { PopupMenu } from '../../kit/PopupMenu.tsx';
import { type Action, type ActionContext, currentContext, faceOf } from './action.ts';
import { ariaKeys, keyHint } from './keyLabels.ts';
import { contextMenu } from './menus.ts';

interface Props {
  /** The canvas or the timeline. */
  area: RefObject<HTMLElement | null>;
  /** The layer at a position of the window, apart from elements with `data-layer`. */
  layerAt?: ((x: number, y: number) => string | undefined) | undefined;
  /** Selects a layer as a click does. */
  select: (layerId: string) => void;
}

/** An opened menu, at a position of the window in CSS pixels. */
interface Opened {
  x: number;
  y: number;
  context: ActionContext;
  items: readonly Action[];
  /** Gets the focus back. */
  from: Element | null;
}

/**
 * The menu of a right click on a layer, or of Shift+F10 and the Menu key on a focused or selected one. Selects a layer
 * that is not selected yet. Elsewhere the browser shows its own menu.
 */
export const ContextMenu = memo(function ContextMenu({ area, layerAt, select }: Props) {
  const [opened, setOpened] = useState<Opened>();
  const newest = useRef({ layerAt, select });
  newest.current = { layerAt, select };
  useEffect(() => {
    const main = area.current?.closest('main') ?? area.current;
    const open = (event: MouseEvent) => {
      const found = openedBy(event, area.current, newest.current);
      if (!found) return;
      event.preventDefault();
      setOpened(found);
    };
    main?.addEventListener('contextmenu', open);
    return () => main?.removeEventListener('contextmenu', open);
  }, [area]);
  if (!opened) return null;
  const { items, context, ...at } = opened;
  const shown = items.map((action) => ({
    ...{ id: action.id, ...faceOf(action, context), keys: ariaKeys(action), hint: keyHint(action) },
    run: () => void action.run?.(currentContext()),
  }));
  return <PopupMenu label="Actions of the selection" items={shown} {...at} onClose={() => setOpened(undefined)} />;
});

function openedBy(
  event: MouseEvent,
  area: HTMLElement | null,
  { layerAt, select }: Pick<Props, 'layerAt' | 'select'>,
): Opened | undefined {
  const { target, clientX, clientY } = event;
  if (event.defaultPrevented || !(target instanceof Element) || !area) return undefined;
  if (target.closest('input, textarea, [contenteditable], [popover]')) return undefined;
  // Keys reach the focused element, which after a click is the area around the canvas.
  const isByKey = isByKeyboard();
  if (!area.contains(target) && !(isByKey && target.contains(area))) return undefined;
  const box = target.closest<HTMLElement>('[data-layer]');
  const layerId = box?.dataset.layer ?? (isByKey ? undefined : layerAt?.(clientX, clientY));
  if (layerId === undefined && !isByKey) return undefined;
  if (layerId !== undefined && !currentContext().ids.includes(layerId)) select(layerId);
  const context = currentContext();
  if (context.ids.length === 0) return undefined;
  const { left, top, width, height } = (box ?? area).getBoundingClientRect();
  const [x, y] = isByKey ? [left + width / 2, top + height / 2] : [clientX, clientY];
  return { x, y, context, items: contextMenu(context), from: document.activeElement };
}
