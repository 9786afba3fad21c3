import { ownName } from './owner.ts';

/** Lists in the database that are available in all projects. */
const lists = ['fonts', 'logos', 'templates'] as const;
/** Name of such a list. */
export type BrandList = (typeof lists)[number];

const readers = new Map<BrandList, () => void>();
let channel: BroadcastChannel | undefined;

/** Calls `read` whenever another tab has changed a list. */
export function readWithOthers(list: BrandList, read: () => void): void {
  readers.set(list, read);
  listen();
}

/** Notifies the other tabs that a list changed. */
export function notifyTabs(list: BrandList): void {
  listen()?.postMessage(list);
}

/** Notifies the other tabs that any list may have changed, such as after a sync. */
export function notifyTabsOfAll(): void {
  for (const list of lists) notifyTabs(list);
}

/** Uses one channel to send and receive, so that a tab does not receive its own messages. */
function listen(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(ownName('cutroom-brand'));
  channel.onmessage = ({ data }: MessageEvent<BrandList>) => readers.get(data)?.();
  return channel;
}

const listeners = new Set<() => void>();

/** Calls back when sync added or deleted templates, logos, fonts or colors, or a sign-in moved them to the account. */
export function watchKit(listener: () => void): void {
  listeners.add(listener);
}

/** Notifies all listeners. */
export function notifyKit(): void {
  for (const listener of listeners) listener();
}

/**
 * Reads a stored list on first request, and again whenever another tab or sync changed it.
 * @returns a function that requests the list; it resolves once the list is read.
 */
export function listReader(list: BrandList, read: () => Promise<void>): () => Promise<void> {
  let reading: Promise<void> | undefined;
  watchKit(() => {
    if (reading) reading = reading.then(read);
  });
  return () => {
    if (!reading) {
      readWithOthers(list, () => {
        reading = read();
      });
      reading = read();
    }
    return reading;
  };
}
