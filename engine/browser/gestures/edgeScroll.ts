/** Distance from an edge within which a dragging pointer scrolls, in CSS pixels. */
const REACH = 56;
/** Minimum acceleration distance for a drag that starts at an edge, in CSS pixels. */
const LEAST_REACH = 14;
/** Scroll speed at the edge, in CSS pixels per second. */
const MOST_SPEED = 1200;
/** Maximum time step for a delayed frame, in seconds. */
const LONGEST_FRAME = 0.05;

/** Scrolls an element while something is dragged along it. */
export interface EdgeScroll {
  /** Updates the pointer position. */
  moveTo: (clientX: number) => void;
  stop: () => void;
}

/**
 * Starts edge scrolling.
 * @param pressedAt where the drag began: a drag that starts near an edge scrolls only after moving closer to it, or
 * returning to it.
 * @param onScroll called after scrolling, when the content under the pointer has changed.
 */
export type ScrollAtEdges = (pressedAt: number, onScroll: () => void) => EdgeScroll;

/** Scrolls an element horizontally while the dragging pointer is near its left or right edge; faster when closer. */
export function scrollAtEdges(scroller: HTMLElement | null | undefined): ScrollAtEdges | undefined {
  return scroller ? (pressedAt, onScroll) => start(scroller, pressedAt, onScroll) : undefined;
}

function start(scroller: HTMLElement, ...[pressedAt, onScroll]: Parameters<ScrollAtEdges>): EdgeScroll {
  const reach = [REACH, REACH];
  let speed = 0;
  let last = 0;
  let frame = 0;
  /** Fraction of a pixel carried over, since browsers scroll by whole pixels. */
  let rest = 0;
  const step = (now: number) => {
    frame = 0;
    if (speed === 0) return;
    const seconds = Math.min(LONGEST_FRAME, (now - last) / 1000);
    last = now;
    const before = scroller.scrollLeft;
    const way = rest + speed * seconds;
    rest = way % 1;
    scroller.scrollLeft += Math.trunc(way);
    if (scroller.scrollLeft !== before) onScroll();
    frame = requestAnimationFrame(step);
  };
  const distances = (x: number) => {
    const { left, right } = scroller.getBoundingClientRect();
    return [x - left, right - x];
  };
  distances(pressedAt).forEach((distance, edge) => {
    reach[edge] = Math.min(REACH, Math.max(0, distance));
  });
  return {
    moveTo: (x) => {
      const [back, on] = distances(x).map((distance, edge) => {
        const from = Math.min(REACH, Math.max(reach[edge] ?? 0, distance));
        reach[edge] = from;
        return Math.min(1, Math.max(0, from - distance) / Math.max(LEAST_REACH, from)) ** 2;
      });
      speed = MOST_SPEED * ((on ?? 0) - (back ?? 0));
      if (speed === 0 || frame !== 0) return;
      last = performance.now();
      frame = requestAnimationFrame(step);
    },
    stop: () => {
      speed = 0;
      cancelAnimationFrame(frame);
    },
  };
}
