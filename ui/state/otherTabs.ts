import { ownName } from './owner.ts';

/** Lists of what is at hand in all projects that the browser's database holds. */
const lists = ['fonts', 'logos', 'templates'] as const;
/** Name of such a list. */
export type BrandList = (typeof lists)[number];

const readers = new Map<BrandList, () => void>();
let channel: BroadcastChannel | undefined;

/** Has a list read anew whenever another tab has changed it. */
export function readWithOthers(list: BrandList, read: () => void): void {
  readers.set(list, read);
  listen();
}

/** Tells the other tabs that a list was changed. */
export function tellOthers(list: BrandList): void {
  listen()?.postMessage(list);
}

/** Tells them that any of the lists may have changed, as by what came from the server. */
export function tellOthersOfAll(): void {
  for (const list of lists) tellOthers(list);
}

/** One channel for sending and hearing: a tab does not hear its own messages then. */
function listen(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(ownName('cutroom-brand'));
  channel.onmessage = ({ data }: MessageEvent<BrandList>) => readers.get(data)?.();
  return channel;
}
