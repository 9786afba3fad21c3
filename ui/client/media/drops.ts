import { showError, showFailure } from '../page/notices.ts';

/** Handles files that were dropped before it was registered. */
type DropHandler = (files: File[]) => unknown;

/** How long dropped files wait for a handler, in milliseconds. */
const WAIT_MS = 10_000;
/** Shown for dropped files that nothing handled. */
export const NOT_READY = 'The page was not ready. Drop the files again.';

/** Registered drop handlers. */
const takers = new Set<DropHandler>();
let waiting: { files: Promise<File[]>; timer: ReturnType<typeof setTimeout> } | undefined;

/**
 * Registers a part of the page that handles drops itself.
 * @param handler receives files that were dropped before; default: shows a request to drop them again.
 * @returns a function that unregisters it.
 */
export function registerDropHandler(handler?: DropHandler): () => void {
  // A new function each time, so that two registrations without a handler stay distinct.
  const taker: DropHandler = (files) => (handler ? handler(files) : showError(NOT_READY));
  takers.add(taker);
  const early = waiting;
  waiting = undefined;
  clearTimeout(early?.timer);
  early?.files.then(taker, showFailure);
  return () => takers.delete(taker);
}

/**
 * Holds files that are dropped while nothing handles them; the browser would navigate to them otherwise. @returns a
 * function that stops this.
 */
export function watchDrops(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let isOwn = false;
  const isEarly = ({ dataTransfer }: DragEvent) =>
    takers.size === 0 && !isOwn && dataTransfer?.types.includes('Files') === true;
  // Dragging an image of the page itself is not a file drop.
  for (const name of ['dragstart', 'dragend'] as const)
    addEventListener(name, () => (isOwn = name === 'dragstart'), { signal });
  addEventListener('dragover', (event) => isEarly(event) && event.preventDefault(), { signal });
  addEventListener(
    'drop',
    (event) => {
      if (!event.dataTransfer || !isEarly(event)) return;
      event.preventDefault();
      queueDrop(filesOfDrop(event.dataTransfer));
    },
    { signal },
  );
  return () => ending.abort();
}

/**
 * Returns the files of a drop. Loads the folder reader only for folders. Reads the entries first, because they are
 * available only during the event.
 */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.());
  const plain = [...files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const { readEntries } = await import('../../../engine/browser/media/readDrop.ts');
  return readEntries(entries);
}

function queueDrop(files: Promise<File[]>): void {
  clearTimeout(waiting?.timer);
  // The handler reports failures.
  files.catch(() => undefined);
  const cancelDrop = () => {
    waiting = undefined;
    showError(NOT_READY);
  };
  waiting = { files, timer: setTimeout(cancelDrop, WAIT_MS) };
}
