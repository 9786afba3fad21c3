import { type KeyboardEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isByKeyboard } from '../../kit/input.ts';
import { moveFocus, useOutside } from '../../kit/popover.ts';
import { type Action, type ActionContext, currentContext, faceOf } from './action.ts';
import { ariaKeys, keyHint } from './keyLabels.ts';
import { contextMenu } from './menus.ts';
import '../../kit/style/dialogs.css';
import '../style/canvas.css';

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

/** Distance from the edges of the window, in CSS pixels. */
const MARGIN = 8;

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
  return opened && createPortal(<Items {...opened} onClose={() => setOpened(undefined)} />, document.body);
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

function Items({ x, y, context, items, from, onClose }: Opened & { onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: x, top: y });
  useOutside(menu, true, onClose);
  useLayoutEffect(() => {
    const { offsetWidth, offsetHeight } = menu.current ?? { offsetWidth: 0, offsetHeight: 0 };
    const within = (at: number, length: number, whole: number) =>
      Math.max(MARGIN, Math.min(at, whole - length - MARGIN));
    setPlace({ left: within(x, offsetWidth, innerWidth), top: within(y, offsetHeight, innerHeight) });
    menu.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [x, y]);
  const close = () => {
    onClose();
    if (from instanceof HTMLElement) from.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys are for the menu: the Studio's own must not change the layer behind it.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (!moveFocus(menu.current, event.key)) return;
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      className="menu-list context-menu"
      role="menu"
      tabIndex={-1}
      aria-label="Actions of the selection"
      style={place}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map((action) => {
        const { label, icon: Icon } = faceOf(action, context);
        const hint = keyHint(action);
        return (
          <button
            key={action.id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-keyshortcuts={ariaKeys(action)}
            onClick={() => {
              close();
              void action.run?.(currentContext());
            }}
          >
            {Icon && <Icon aria-hidden="true" />}
            {label}
            {hint !== undefined && (
              <span className="context-menu-keys" aria-hidden="true">
                {hint}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
