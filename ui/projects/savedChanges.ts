import { ownName } from '../state/owner.ts';

/** A change in the list of saved projects. */
export interface SavedChange {
  id: string;
  what: 'saved' | 'removed' | 'restored' | 'purged';
  /** Revision after the change; 0 once purged. */
  revision: number;
  /** false: another tab did it. */
  here: boolean;
}

const listeners = new Set<(change: SavedChange) => void>();
let channel: BroadcastChannel | undefined;

/**
 * Tells of every change in the list of saved projects, in this tab and in others.
 * @returns a function that ends it.
 */
export function watchSaved(listener: (change: SavedChange) => void): () => void {
  listen();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells this tab's listeners and the other tabs of a change. */
export function tellSaved(change: Omit<SavedChange, 'here'>): void {
  listen()?.postMessage(change);
  for (const listener of listeners) listener({ ...change, here: true });
}

/** One channel for sending and hearing: a tab does not hear its own messages then. */
function listen(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(ownName('cutroom-studio'));
  channel.onmessage = ({ data }: MessageEvent<Omit<SavedChange, 'here'>>) => {
    for (const listener of listeners) listener({ ...data, here: false });
  };
  return channel;
}
