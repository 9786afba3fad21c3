import { proxy, ref, subscribe } from 'valtio/vanilla';
import { pageMessages } from '../../engine/project/pageMessages.ts';
import { place } from './place.ts';
import { isApiError } from './server.ts';

/** How many wait under the one that is shown. */
const MOST_WAITING = 2;

/** How long a notice stays once nobody points at it and the focus is not in it, milliseconds. */
export const NOTICE_MS = 10_000;

/** A short message at the edge of the page. */
export interface Notice {
  id: number;
  kind: 'error' | 'note';
  message: string;
  /** A button beside the message. */
  action?: { label: string; run: () => void };
}

/** The last one is shown; the others wait under it, oldest first, and their time does not run. */
export const notices = proxy<{ list: Notice[] }>({ list: [] });

/** When a notice goes. */
interface Stay {
  timer?: ReturnType<typeof setTimeout>;
  onGone?: (() => void) | undefined;
  /** Who is at it: then it does not go. */
  held: Set<Holder>;
  /** The path at which it stays, however long; undefined: it goes by itself. */
  path?: string | undefined;
  /** Whether it waits under a newer one although it only informs. */
  waits?: boolean | undefined;
  /** Whether its time is over: another path ends it. */
  isDue: boolean;
}

/** What holds a notice: a pointer over it, or the focus in it. */
export type Holder = 'pointer' | 'focus';

const stays = new Map<number, Stay>();
let lastId = 0;

subscribe(place, () => {
  for (const [id, { isDue, path }] of [...stays]) if (isDue && path !== place.path) closeNotice(id);
});

/** Shows an error for 10 s. @param message default: that an error occurred. @param action what can be done about it. */
export function showError(message: string = pageMessages.unknown, action?: Notice['action']): void {
  // The same sentence twice helps nobody; the newer one starts its time anew.
  const same = notices.list.find((notice) => notice.kind === 'error' && notice.message === message);
  if (same) closeNotice(same.id);
  show({ kind: 'error', message, ...(action ? { action } : {}) });
}

/** Shows what went wrong: the server's own sentence, or the default one for anything unexpected. @param action what can be done about it. */
export function showFailure(error: unknown, action?: Notice['action']): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  showError(isApiError(error) && error.message ? error.message : undefined, action);
}

/**
 * Shows a note for 10 s.
 * @param options.onGone runs once when the note goes away, unless its action was used.
 * @param options.waits true: a newer message does not end it: for what people learn nowhere else.
 * @param options.stays true: longer, until it is closed, its action is used, or one goes elsewhere: for what can be done nowhere else.
 */
export function showNote(
  message: string,
  {
    action,
    onGone,
    waits,
    stays: isLong,
  }: { action?: Notice['action']; onGone?: () => void; waits?: boolean; stays?: boolean } = {},
): void {
  show(
    { kind: 'note', message, ...(action ? { action } : {}) },
    { onGone, waits, path: isLong ? place.path : undefined },
  );
}

/** Lets a notice stay while somebody is at it. */
export function holdNotice(id: number, by: Holder): void {
  const known = stays.get(id);
  known?.held.add(by);
  clearTimeout(known?.timer);
}

/** Lets a notice go again, 10 s later. */
export function releaseNotice(id: number, by: Holder): void {
  const known = stays.get(id);
  if (known?.held.delete(by) && known.held.size === 0) startTime(id, known);
}

/** Takes a notice away. */
export function closeNotice(id: number): void {
  const known = stays.get(id);
  if (!known) return;
  clearTimeout(known.timer);
  stays.delete(id);
  const wasShown = isShown(id);
  notices.list = notices.list.filter((notice) => notice.id !== id);
  const next = notices.list.at(-1);
  const nextStay = next && stays.get(next.id);
  if (wasShown && next && nextStay) startTime(next.id, nextStay);
  known.onGone?.();
}

/** Runs a notice's action and takes the notice away. */
export function runNoticeAction(id: number): void {
  const known = stays.get(id);
  const action = notices.list.find((notice) => notice.id === id)?.action;
  if (known) known.onGone = undefined;
  closeNotice(id);
  action?.run();
}

/** Takes all notices away at once, as when the page is left. */
export function closeAllNotices(): void {
  for (const { id } of [...notices.list]) closeNotice(id);
}

function show(notice: Omit<Notice, 'id'>, lasting: Pick<Stay, 'onGone' | 'path' | 'waits'> = {}): void {
  lastId += 1;
  const id = lastId;
  coverShown();
  const stay: Stay = { ...lasting, held: new Set(), isDue: false };
  stays.set(id, stay);
  startTime(id, stay);
  const { action, ...rest } = notice;
  notices.list.push({ ...rest, id, ...(action ? { action: ref(action) } : {}) });
}

/** Makes room for a newer one: a note that only informs goes; an error, a note that offers something or is set to wait, waits. */
function coverShown(): void {
  const shown = notices.list.at(-1);
  if (!shown) return;
  const stay = stays.get(shown.id);
  clearTimeout(stay?.timer);
  stay?.held.clear();
  if (shown.kind === 'note' && !shown.action && !stay?.waits) closeNotice(shown.id);
  for (const { id } of notices.list.slice(0, -MOST_WAITING)) closeNotice(id);
}

function isShown(id: number): boolean {
  return notices.list.at(-1)?.id === id;
}

function startTime(id: number, stay: Stay): void {
  clearTimeout(stay.timer);
  stay.timer = setTimeout(() => {
    if (stay.path === place.path) stay.isDue = true;
    else closeNotice(id);
  }, NOTICE_MS);
}
