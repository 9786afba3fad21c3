import { CircleAlert, X } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import {
  closeNotice,
  holdNotice,
  type Notice,
  notices,
  releaseNotice,
  runNoticeAction,
} from '../client/page/notices.ts';
import { place } from './place.ts';

/** Shows the newest notice where it covers no control. It closes by button, or after 10 s without pointer and focus. */
export function Notices() {
  const newest = useSnapshot(notices).list.at(-1);
  return (
    <section className="notices" aria-label="Messages">
      {newest && <NoticeCard key={newest.id} notice={newest} />}
    </section>
  );
}

function NoticeCard({ notice: { id, kind, message, action } }: { notice: Notice }) {
  const card = useRef<HTMLDivElement>(null);
  useFreeSpot(card, message);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only keep it open.
    <div
      ref={card}
      className={`notice ${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => holdNotice(id, 'pointer')}
      onPointerLeave={() => releaseNotice(id, 'pointer')}
      onFocus={() => holdNotice(id, 'focus')}
      onBlur={() => releaseNotice(id, 'focus')}
    >
      {kind === 'error' && <CircleAlert aria-hidden="true" />}
      <p>{message}</p>
      {action && (
        <button type="button" className="button quiet" onClick={() => runNoticeAction(id)}>
          {action.label}
        </button>
      )}
      <button type="button" className="button quiet icon" aria-label="Close" onClick={() => closeNotice(id)}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}

/** A rectangle of the window, in CSS pixels. */
interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Gap around a message, in CSS pixels. */
const GAP = 8;

/**
 * Finds a position where a message covers no control: as low as possible, centered if possible, else at a side. If
 * there is none, returns the position with the least overlap.
 * @param room available part of the window. @param controls in any order.
 */
export function freeSpot(
  { width, height }: Pick<Rect, 'width' | 'height'>,
  room: Rect,
  controls: readonly Rect[],
): Pick<Rect, 'left' | 'top'> {
  const right = room.left + room.width - width;
  const bottom = room.top + room.height - height;
  const lefts = [(room.left + right) / 2, right, room.left];
  const tops = [bottom, ...controls.map((control) => control.top - GAP - height)]
    .filter((top) => top >= room.top && top <= bottom)
    .toSorted((one, other) => other - one);
  let best = { left: lefts[0] as number, top: bottom };
  let least = Number.POSITIVE_INFINITY;
  for (const top of tops) {
    for (const left of lefts) {
      const covered = controls.reduce((sum, control) => sum + shared({ left, top, width, height }, control), 0);
      if (covered < least) [least, best] = [covered, { left, top }];
      if (covered === 0) return best;
    }
  }
  return best;
}

/** Returns the overlap of a message and a control in square pixels; touching within the gap counts too. */
function shared(one: Rect, other: Rect): number {
  const side = (a: number, aSize: number, b: number, bSize: number) =>
    Math.max(0, Math.min(a + aSize + GAP - 1, b + bSize) - Math.max(a - GAP + 1, b));
  return side(one.left, one.width, other.left, other.width) * side(one.top, one.height, other.top, other.height);
}

/** Distance from the window's edges, in CSS pixels. */
const MARGIN = 16;

const CONTROLS =
  'a[href], button, input, select, textarea, summary, label, [role="slider"], [role="button"], [contenteditable="true"], .stage-handle';

/** Time in which the page may still move its controls after a message appears, in milliseconds. */
const SETTLED_MS = 400;

/**
 * Positions a fixed element where it covers no control of the page, or of the dialog that contains it. The position
 * stays until the page scrolls, resizes or shows another screen.
 * @param content of the element: when it changes, the element is positioned again.
 */
function useFreeSpot(ref: RefObject<HTMLElement | null>, content: unknown): void {
  const { path } = useSnapshot(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position depends on content and path.
  useLayoutEffect(() => {
    const put = () => ref.current && putFree(ref.current);
    put();
    const timer = setTimeout(put, SETTLED_MS);
    addEventListener('resize', put);
    // A dialog over the page hides it; when the dialog closes, it reappears.
    const seen = typeof ResizeObserver === 'function' ? new ResizeObserver(put) : undefined;
    if (ref.current) seen?.observe(ref.current);
    // What loads late may come to lie below it.
    seen?.observe(document.body);
    addEventListener('scrollend', put, true);
    return () => {
      clearTimeout(timer);
      seen?.disconnect();
      removeEventListener('resize', put);
      removeEventListener('scrollend', put, true);
    };
  }, [ref, content, path]);
}

function putFree(element: HTMLElement): void {
  const { width, height } = element.getBoundingClientRect();
  if (width === 0 || element.matches(':hover, :focus-within')) return;
  const room = { left: MARGIN, top: MARGIN, width: innerWidth - 2 * MARGIN, height: innerHeight - 2 * MARGIN };
  const { left, top } = freeSpot({ width, height }, room, controlsAround(element));
  Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
}

/** Returns the visible controls, except those that a dialog covers. */
function controlsAround(element: HTMLElement): Rect[] {
  const dialog = element.closest('dialog[open]');
  const over = dialog?.getBoundingClientRect();
  return [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    if (element.contains(control)) return [];
    const rect = control.getBoundingClientRect();
    if (over && !dialog?.contains(control) && isTouching(rect, over)) return [];
    const isInSight = rect.bottom > 0 && rect.top < innerHeight && rect.right > 0 && rect.left < innerWidth;
    return rect.width > 0 && isInSight && isVisible(control) ? [rect] : [];
  });
}

function isTouching(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

function isVisible(control: Element): boolean {
  return control.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;
}
