import { proxy, ref } from 'valtio/vanilla';
import { pageMessages } from '../../../engine/project/pageMessages.ts';
import { isApiError } from './server.ts';

/** Maximum number of notices waiting under the visible one. */
const MOST_WAITING = 2;

/** How long a notice stays after the last hover or focus, in milliseconds. */
export const NOTICE_MS = 10_000;

/** A short message at the edge of the page. */
export interface Notice {
  id: number;
  kind: 'error' | 'note';
  message: string;
  /** Button next to the message. */
  action?: { label: string; run: () => void };
}

/** The last one is visible; the others wait under it, oldest first, with their timers stopped. */
export const notices = proxy<{ list: Notice[] }>({ list: [] });

/** Lifetime of a notice. */
interface Stay {
  timer?: ReturnType<typeof setTimeout>;
  onGone?: (() => void) | undefined;
  /** Pointer or focus on the notice, which stop its timer. */
  holders: Set<Holder>;
  /** Path on which it stays until it is closed; undefined: it closes by timer. */
  path?: string | undefined;
  /** Whether it waits under a newer one, although it has no action. */
  waits?: boolean | undefined;
  /** Whether its time is over: navigation then closes it. */
  isDue: boolean;
}

/** What keeps a notice open: a pointer over it, or the focus in it. */
export type Holder = 'pointer' | 'focus';

const stays = new Map<number, Stay>();
let lastId = 0;

/** Path of the page. */
let pagePath = '/';

/** Reports navigation, which closes the notices whose time is over. */
export function followPath(path: string): void {
  if (path === pagePath) return;
  pagePath = path;
  queueMicrotask(() => {
    for (const [id, { isDue, path: stayed }] of [...stays]) if (isDue && stayed !== pagePath) closeNotice(id);
  });
}

/** Shows an error for 10 s. @param message default: a generic error. @param action button that can fix it. */
export function showError(message: string = pageMessages.unknown, action?: Notice['action']): void {
  // A repeated message replaces the earlier one and restarts the timer.
  const same = notices.list.find((notice) => notice.kind === 'error' && notice.message === message);
  if (same) closeNotice(same.id);
  show({ kind: 'error', message, ...(action ? { action } : {}) });
}

/** Shows a failure: the server's message, or a generic one. @param action button that can fix it. */
export function showFailure(error: unknown, action?: Notice['action']): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  showError(isApiError(error) && error.message ? error.message : undefined, action);
}

/**
 * Shows a note for 10 s.
 * @param options.onGone called once when the note closes, unless its action was used.
 * @param options.waits true: a newer message does not close it. For information that is shown nowhere else.
 * @param options.stays true: it stays until it is closed, its action is used, or the path changes. For actions that
 * exist nowhere else.
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
    { onGone, waits, path: isLong ? pagePath : undefined },
  );
}

/** Keeps a notice open while the pointer or focus is on it. */
export function holdNotice(id: number, by: Holder): void {
  const known = stays.get(id);
  known?.holders.add(by);
  clearTimeout(known?.timer);
}

/** Releases a notice; it closes 10 s later. */
export function releaseNotice(id: number, by: Holder): void {
  const known = stays.get(id);
  if (known?.holders.delete(by) && known.holders.size === 0) startTime(id, known);
}

/** Closes a notice. */
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

/** Runs a notice's action and closes it. */
export function runNoticeAction(id: number): void {
  const known = stays.get(id);
  const action = notices.list.find((notice) => notice.id === id)?.action;
  if (known) known.onGone = undefined;
  closeNotice(id);
  action?.run();
}

/** Closes all notices, such as when leaving the page. */
export function closeAllNotices(): void {
  for (const { id } of [...notices.list]) closeNotice(id);
}

function show(notice: Omit<Notice, 'id'>, lasting: Pick<Stay, 'onGone' | 'path' | 'waits'> = {}): void {
  lastId += 1;
  const id = lastId;
  coverShown();
  const stay: Stay = { ...lasting, holders: new Set(), isDue: false };
  stays.set(id, stay);
  startTime(id, stay);
  const { action, ...rest } = notice;
  notices.list.push({ ...rest, id, ...(action ? { action: ref(action) } : {}) });
}

/** Makes room for a newer notice: closes a plain note; an error, a note with an action, or one that `waits`, waits. */
function coverShown(): void {
  const shown = notices.list.at(-1);
  if (!shown) return;
  const stay = stays.get(shown.id);
  clearTimeout(stay?.timer);
  stay?.holders.clear();
  if (shown.kind === 'note' && !shown.action && !stay?.waits) closeNotice(shown.id);
  for (const { id } of notices.list.slice(0, -MOST_WAITING)) closeNotice(id);
}

function isShown(id: number): boolean {
  return notices.list.at(-1)?.id === id;
}

function startTime(id: number, stay: Stay): void {
  clearTimeout(stay.timer);
  stay.timer = setTimeout(() => {
    if (stay.path === pagePath) stay.isDue = true;
    else closeNotice(id);
  }, NOTICE_MS);
}
