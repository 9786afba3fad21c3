/** A rectangle of the window, CSS pixels. */
interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What the canvas keeps from the sheet and from the edges of its place, CSS pixels. */
const GAP = 16;
/** Smaller than this the canvas shows nothing worth moving for; it then stays. Share of its size. */
const LEAST = 0.4;

/**
 * Keeps the canvas in sight beside a sheet that covers part of it: it glides into the room that is left, smaller where
 * it must be, and back when the sheet closes. Only looks are changed, by custom properties that the style reads; nothing
 * is laid out or painted anew. @returns ends it.
 */
export function keepInSight(over: HTMLElement): (() => void) | undefined {
  const place = document.querySelector<HTMLElement>('.studio-canvas');
  if (!place) return undefined;
  const move = () => {
    const sheet = place.querySelector<HTMLElement>('.stage-sheet');
    if (!sheet) return;
    sizes.observe(sheet);
    const room = roomBeside(place, over);
    const { x, y, scale } = sheet.dataset.zoomed ? wayInto(room, place) : shiftOf(restOf(sheet, place), room);
    const values = { '--stage-x': `${x}px`, '--stage-y': `${y}px`, '--stage-scale': String(scale) };
    for (const [name, value] of Object.entries(values)) place.style.setProperty(name, value);
  };
  const sizes = new ResizeObserver(move);
  sizes.observe(over);
  sizes.observe(place);
  // The canvas comes after the sheet when the route is opened by its address.
  const observer = new MutationObserver(move);
  observer.observe(place, { childList: true });
  return () => {
    sizes.disconnect();
    observer.disconnect();
    for (const name of ['--stage-x', '--stage-y', '--stage-scale']) place.style.removeProperty(name);
  };
}

/**
 * Keeps what is written in sight while a keyboard on the screen takes the room: the canvas keeps its size (studio spec
 * §4) and glides up as far as the field needs. It is not made smaller, so that pointers find what they point at.
 * @returns ends it.
 */
export function keepFieldInSight(field: HTMLElement): (() => void) | undefined {
  const place = document.querySelector<HTMLElement>('.studio-canvas');
  const sheet = place?.querySelector<HTMLElement>('.stage-sheet');
  if (!place || !sheet) return undefined;
  const move = () => {
    // Both move together, so their distance holds while they glide.
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

/** Where the canvas stands when nothing has moved it. */
function restOf(sheet: HTMLElement, place: HTMLElement): Edges {
  const { left, top } = place.getBoundingClientRect();
  const x = left + sheet.offsetLeft;
  const y = top + sheet.offsetTop;
  return { left: x, top: y, right: x + sheet.offsetWidth, bottom: y + sheet.offsetHeight };
}

/** What a sheet leaves of the canvas's place. Its own coming in is a transform, so it is measured by its layout. */
function roomBeside(place: HTMLElement, over: HTMLElement): Edges {
  const { left, top, right, bottom } = place.getBoundingClientRect();
  const isBelow = over.offsetLeft <= left;
  return {
    left: left + GAP,
    top: top + GAP,
    right: isBelow ? right - GAP : Math.min(right, over.offsetLeft) - GAP,
    bottom: isBelow ? Math.min(bottom, over.offsetTop) - GAP : bottom,
  };
}

/** What is looked at closely stays as large as it is; its middle goes to that of the room. */
function wayInto(room: Edges, place: HTMLElement): { x: number; y: number; scale: number } {
  const { left, top, right, bottom } = place.getBoundingClientRect();
  const halfway = (from: number, to: number) => (from + to) / 2;
  return {
    x: Math.round(halfway(room.left, room.right) - halfway(left, right)),
    y: Math.round(halfway(room.top, room.bottom) - halfway(top, bottom)),
    scale: 1,
  };
}

/** Brings a box into a room, its middle first; none where it fits already, or where too little of it would be left. */
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
