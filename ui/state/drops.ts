import { showError, showFailure } from './notices.ts';

/** Takes files that were dropped before it listened. */
type Take = (files: File[]) => unknown;

/** So long dropped files wait for a part of the page that takes them, milliseconds. */
const WAIT_MS = 10_000;
/** Said of files that nobody took. */
export const NOT_READY = 'The page was not ready. Drop the files again.';

/** Who takes dropped files now. */
const takers = new Set<Take>();
let waiting: { files: Promise<File[]>; timer: ReturnType<typeof setTimeout> } | undefined;

/**
 * Notes that a part of the page takes dropped files by itself from now on.
 * @param take gets what was dropped before; without it the person is told to drop it again.
 * @returns ends it.
 */
export function takeDrops(take?: Take): () => void {
  // Each is one of its own, also where two take nothing of before.
  const taker: Take = (files) => (take ? take(files) : showError(NOT_READY));
  takers.add(taker);
  const early = waiting;
  waiting = undefined;
  clearTimeout(early?.timer);
  early?.files.then(taker, showFailure);
  return () => takers.delete(taker);
}

/** Keeps files that are dropped while no part of the page takes them: the browser would leave the page for them. @returns ends it. */
export function watchDrops(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let isOwn = false;
  const isEarly = ({ dataTransfer }: DragEvent) =>
    takers.size === 0 && !isOwn && dataTransfer?.types.includes('Files') === true;
  // A picture of the page itself is no file that comes.
  for (const name of ['dragstart', 'dragend'] as const)
    addEventListener(name, () => (isOwn = name === 'dragstart'), { signal });
  addEventListener('dragover', (event) => isEarly(event) && event.preventDefault(), { signal });
  addEventListener(
    'drop',
    (event) => {
      if (!event.dataTransfer || !isEarly(event)) return;
      event.preventDefault();
      hold(filesOfDrop(event.dataTransfer));
    },
    { signal },
  );
  return () => ending.abort();
}

/** Finds the files of a drop. What reads folders is fetched for the first of them; what they hold is known while the event lasts alone. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.());
  const plain = [...files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const { readEntries } = await import('../media/readDrop.ts');
  return readEntries(entries);
}

function hold(files: Promise<File[]>): void {
  clearTimeout(waiting?.timer);
  // What fails is said by whoever takes them.
  files.catch(() => undefined);
  const giveUp = () => {
    waiting = undefined;
    showError(NOT_READY);
  };
  waiting = { files, timer: setTimeout(giveUp, WAIT_MS) };
}
