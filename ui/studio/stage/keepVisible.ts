/** A rectangle of the window, CSS pixels. */
interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Minimum gap between the canvas and the sheet or container edges, in CSS pixels. */
const GAP = 16;
/** Below this scale the canvas would be too small to be useful, so it stays where it is. */
const LEAST = 0.4;

/**
 * Keeps the canvas visible next to a sheet: moves it into the free space, scaled down if necessary, and back when the
 * sheet closes. Sets only custom properties that the stylesheet reads, so there is no layout or repaint.
 * @returns a function that stops it.
 */
export function keepCanvasVisible(over: HTMLElement): (() => void) | undefined {
  const place = document.querySelector<HTMLElement>('.studio-canvas');
  if (!place) return undefined;
  const move = () => {
    const sheet = place.querySelector<HTMLElement>('.stage-sheet');
    if (!sheet) return;
    sizes.observe(sheet);
    const room = roomAround(place, over);
    const { x, y, scale } = sheet.dataset.zoomed ? wayInto(room, place) : shiftOf(restOf(sheet, place), room);
    const values = { '--stage-x': `${x}px`, '--stage-y': `${y}px`, '--stage-scale': String(scale) };
    for (const [name, value] of Object.entries(values)) place.style.setProperty(name, value);
  };
  const sizes = new ResizeObserver(move);
  sizes.observe(over);
  sizes.observe(place);
  // The canvas mounts after the sheet if the route is opened by its address.
  const observer = new MutationObserver(move);
  observer.observe(place, { childList: true });
  return () => {
    sizes.disconnect();
    observer.disconnect();
    for (const name of ['--stage-x', '--stage-y', '--stage-scale']) place.style.removeProperty(name);
  };
}

/**
 * Keeps a text field visible above an on-screen keyboard: moves the canvas up as far as needed, at unchanged size
 * (studio spec §4). It is not scaled, so that pointer coordinates remain valid.
 * @returns a function that stops it.
 */
export function keepFieldVisible(field: HTMLElement): (() => void) | undefined {
  const place = document.querySelector<HTMLElement>('.studio-canvas');
  const sheet = place?.querySelector<HTMLElement>('.stage-sheet');
  if (!place || !sheet) return undefined;
  const move = () => {
    // Field and canvas move together, so their distance is constant during the transition.
    const box = field.getBoundingClientRect();
    const top = restOf(sheet, place).top + box.top - sheet.getBoundingClientRect().top;
    const room = place.getBoundingClientRect();
    const isIn = top >= room.top && top + box.height <= room.bottom;
    const middle = Math.max((room.height - box.height) / 2, 0);
    place.style.setProperty('--stage-y', `${isIn ? 0 : Math.round(room.top + middle - top)}px`);
  };
  const sizes = new ResizeObserver(move);
  for (const element of [place, sheet, field]) sizes.observe(element);
  return () => {
    sizes.disconnect();
    place.style.removeProperty('--stage-y');
  };
}

/** The canvas's box without the translation. */
function restOf(sheet: HTMLElement, place: HTMLElement): Edges {
  const { left, top } = place.getBoundingClientRect();
  const x = left + sheet.offsetLeft;
  const y = top + sheet.offsetTop;
  return { left: x, top: y, right: x + sheet.offsetWidth, bottom: y + sheet.offsetHeight };
}

/**
 * The free part of the canvas's container next to a sheet. The sheet enters with a transform, so its layout box is
 * used.
 */
function roomAround(place: HTMLElement, over: HTMLElement): Edges {
  const { left, top, right, bottom } = place.getBoundingClientRect();
  const isBelow = over.offsetLeft <= left;
  return {
    left: left + GAP,
    top: top + GAP,
    right: isBelow ? right - GAP : Math.min(right, over.offsetLeft) - GAP,
    bottom: isBelow ? Math.min(bottom, over.offsetTop) - GAP : bottom,
  };
}

/** A zoomed canvas keeps its scale; its center moves to the center of the free space. */
function wayInto(room: Edges, place: HTMLElement): { x: number; y: number; scale: number } {
  const { left, top, right, bottom } = place.getBoundingClientRect();
  const halfway = (from: number, to: number) => (from + to) / 2;
  return {
    x: Math.round(halfway(room.left, room.right) - halfway(left, right)),
    y: Math.round(halfway(room.top, room.bottom) - halfway(top, bottom)),
    scale: 1,
  };
}

/** Moves a box into the free space, scaled about its center. No change if it fits already or would become too small. */
function shiftOf(box: Edges, room: Edges): { x: number; y: number; scale: number } {
  const stays = { x: 0, y: 0, scale: 1 };
  if (box.right <= room.right && box.bottom <= room.bottom) return stays;
  const scale = Math.min(
    1,
    (room.right - room.left) / (box.right - box.left),
    (room.bottom - room.top) / (box.bottom - box.top),
  );
  if (!(scale >= LEAST)) return stays;
  const isAside = box.right > room.right;
  const isUp = box.bottom > room.bottom;
  return {
    x: isAside ? Math.round((room.left + room.right - box.left - box.right) / 2) : 0,
    y: isUp ? Math.round((room.top + room.bottom - box.top - box.bottom) / 2) : 0,
    scale,
  };
}
