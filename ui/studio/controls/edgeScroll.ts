/** How near to an edge a pointer that drags must be for what lies there to scroll, CSS pixels. */
const REACH = 56;
/** What was grabbed at an edge speeds up over at least this way, CSS pixels. */
const LEAST_REACH = 14;
/** How fast it scrolls at the very edge, CSS pixels a second. */
const MOST_SPEED = 1200;
/** A frame that was late counts as no longer than this, seconds. */
const LONGEST_FRAME = 0.05;

/** Scrolls while something is dragged along it. */
export interface EdgeScroll {
  /** The pointer is there now. */
  moveTo: (clientX: number) => void;
  stop: () => void;
}

/**
 * Begins to scroll. @param pressedAt where the drag began: what was grabbed at an edge must be brought nearer to it, or
 * there again. @param onScroll what is dragged lies elsewhere below the pointer now.
 */
export type ScrollAtEdges = (pressedAt: number, onScroll: () => void) => EdgeScroll;

/**
 * Scrolls an element sideways while the pointer that drags is near to its left or right edge, the faster the nearer, as
 * long as it stays there.
 */
export function scrollAtEdges(scroller: HTMLElement | null | undefined): ScrollAtEdges | undefined {
  return scroller ? (pressedAt, onScroll) => start(scroller, pressedAt, onScroll) : undefined;
}

function start(scroller: HTMLElement, ...[pressedAt, onScroll]: Parameters<ScrollAtEdges>): EdgeScroll {
  const reach = [REACH, REACH];
  let speed = 0;
  let last = 0;
  let frame = 0;
  /** What is left of a pixel: browsers scroll by whole ones. */
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
