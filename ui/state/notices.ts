import { proxy, ref } from 'valtio/vanilla';
import { pageMessages } from '../../engine/project/pageMessages.ts';
import { isApiError } from './server.ts';

/** How long a notice stays, milliseconds. */
export const NOTICE_MS = 10_000;

/** A short message at the edge of the page. */
export interface Notice {
  id: number;
  kind: 'error' | 'note';
  message: string;
  /** A button beside the message. */
  action?: { label: string; run: () => void };
}

/** What is shown now, oldest first. */
export const notices = proxy<{ list: Notice[] }>({ list: [] });

const timers = new Map<number, { timer: ReturnType<typeof setTimeout>; onGone?: (() => void) | undefined }>();
let lastId = 0;

/** Shows an error for 10 s. @param message default: that an error occurred. @param action what can be done about it. */
export function showError(message: string = pageMessages.unknown, action?: Notice['action']): void {
  // The same sentence twice helps nobody; the newer one starts its time anew.
  const same = notices.list.find((notice) => notice.kind === 'error' && notice.message === message);
  if (same) closeNotice(same.id);
  show({ kind: 'error', message, ...(action ? { action } : {}) });
}

/** Shows what went wrong: the server's own sentence, or the default one for anything unexpected. */
export function showFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  showError(isApiError(error) && error.message ? error.message : undefined);
}

/**
 * Shows a note for 10 s.
 * @param options.onGone runs once when the note goes away, unless its action was used.
 */
export function showNote(message: string, options: { action?: Notice['action']; onGone?: () => void } = {}): void {
  show({ kind: 'note', message, ...(options.action ? { action: options.action } : {}) }, options.onGone);
}

/** Takes a notice away. */
export function closeNotice(id: number): void {
  const known = timers.get(id);
  if (!known) return;
  clearTimeout(known.timer);
  timers.delete(id);
  notices.list = notices.list.filter((notice) => notice.id !== id);
  known.onGone?.();
}

/** Runs a notice's action and takes the notice away. */
export function runNoticeAction(id: number): void {
  const known = timers.get(id);
  const action = notices.list.find((notice) => notice.id === id)?.action;
  if (known) known.onGone = undefined;
  closeNotice(id);
  action?.run();
}

/** Takes all notices away at once, as when the page is left. */
export function closeAllNotices(): void {
  for (const { id } of [...notices.list]) closeNotice(id);
}

function show(notice: Omit<Notice, 'id'>, onGone?: () => void): void {
  lastId += 1;
  const id = lastId;
  timers.set(id, { timer: setTimeout(() => closeNotice(id), NOTICE_MS), onGone });
  const { action, ...rest } = notice;
  notices.list.push({ ...rest, id, ...(action ? { action: ref(action) } : {}) });
}
