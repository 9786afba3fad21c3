import { ownName } from '../page/owner.ts';

/** A change in the list of saved projects. */
export interface SavedChange {
  id: string;
  what: 'saved' | 'removed' | 'restored' | 'purged';
  /** Revision after the change; 0 once purged. */
  revision: number;
  /** false: another tab made the change. */
  here: boolean;
}

const listeners = new Set<(change: SavedChange) => void>();
let channel: BroadcastChannel | undefined;

/**
 * Calls back on every change in the list of saved projects, in this tab and in others.
 * @returns a function that unsubscribes.
 */
export function watchSaved(listener: (change: SavedChange) => void): () => void {
  listen();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies listeners of this tab and of other tabs. */
export function notifySavedChange(change: Omit<SavedChange, 'here'>): void {
  listen()?.postMessage(change);
  for (const listener of listeners) listener({ ...change, here: true });
}

/** Uses one channel to send and receive, so that a tab does not receive its own messages. */
function listen(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(ownName('cutroom-studio'));
  channel.onmessage = ({ data }: MessageEvent<Omit<SavedChange, 'here'>>) => {
    for (const listener of listeners) listener({ ...data, here: false });
  };
  return channel;
}

let count = 0;

/**
 * Returns how often this page has changed a project that was not open in the Studio. A higher count than before means
 * that the Studio's copy is outdated.
 */
export function changesOutside(): number {
  return count;
}

/** Counts one more change. */
export function noteChangeOutside(): void {
  count += 1;
}
