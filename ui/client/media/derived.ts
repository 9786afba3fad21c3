import { type DerivedKind, derivedAddress, stripGrid } from '../../../api/contract/derivedAddress.ts';
import { pause } from '../../../api/contract/quiet.ts';
import type { MediaEntry } from './mediaEntry.ts';
import { beginWork, endWork, entryOf, mediaTable, serverPathOf, trackKey } from './mediaTable.ts';
import { upload } from './uploads.ts';

/** Below this length, the browser's own thumbnails and peaks are as fast, in seconds. */
const LONG_SECONDS = 120;
/** Timeout for thumbnails and peaks, and polling interval, in milliseconds. */
const MOST_WAIT_MS = 60_000;
const RETRY_MS = 1000;

/** Returns the server's thumbnails of a long video or one that this browser cannot decode; undefined if none. */
export function picturesOf(url: string, duration: number): Promise<readonly ImageBitmap[] | undefined> | undefined {
  const address = servedAddress(url, duration, 'strip');
  return address === undefined ? undefined : readPictures(address);
}

/** Returns peaks by the server for a long file or one that this browser cannot decode; undefined if it has none. */
export function peaksOf(
  url: string,
  duration: number,
  signal: AbortSignal,
  track?: number,
): Promise<Uint8Array | undefined> | undefined {
  const address = servedAddress(url, duration, 'peaks', track);
  return address === undefined ? undefined : readPeaks(address, signal);
}

/**
 * Requests a proxy of a video that this browser cannot decode and tracks its progress. Idempotent; see `cancelWork`.
 */
export async function followProxy(url: string, readUrl: string): Promise<void> {
  const address = derivedAddress(readUrl, 'proxy');
  if (address === undefined || mediaTable.proxies[url]) return;
  mediaTable.proxies[url] = { progress: 0 };
  const ending = beginWork(url);
  const isThere = await whenMade(address, {
    init: { headers: { range: 'bytes=0-0' }, signal: ending.signal },
    onProgress: (progress) => {
      mediaTable.proxies[url] = { progress };
    },
  }).catch(() => undefined);
  endWork(url, ending);
  await isThere?.body?.cancel();
  if (isThere) mediaTable.proxies[url] = { progress: 1, address };
  else if (ending.signal.aborted) mediaTable.proxies[url] = { progress: 0, isCancelled: true };
  else delete mediaTable.proxies[url];
}

/**
 * Requests a substitute for an image or audio that browsers do not support, and uses it once it is ready. Waits for
 * images, not for audio. Idempotent.
 */
export async function showSubstitute(url: string, signal?: AbortSignal): Promise<void> {
  if (entryOf(url)?.readUrl === undefined) await upload(url);
  const entry = entryOf(url);
  const isAudio = entry?.facts?.kind === 'audio';
  const address = derivedAddress(entry?.readUrl ?? '', isAudio ? 'sound' : 'picture');
  if (!entry || address === undefined || entry.facts?.kind === 'video' || mediaTable.shownFrom[url]) return;
  const init = { headers: { range: 'bytes=0-0' }, ...(signal ? { signal } : {}) };
  const coming = whenMade(address, { init, giveUpAfterMs: MOST_WAIT_MS }).then(async (answer) => {
    await answer?.body?.cancel();
    if (!answer || !entryOf(url)) return;
    mediaTable.shownFrom[url] = address;
    (entryOf(url) as MediaEntry).shown = true;
  });
  if (!isAudio) await coming;
  else coming.catch(() => undefined);
}

/** Requests one audio track of a file from the server, for previews. @param track one-based. Idempotent. */
export async function followTrack(url: string, track: number): Promise<void> {
  const key = trackKey(url, track);
  const address = derivedAddress(serverPathOf(url), 'sound', track);
  if (address === undefined || mediaTable.tracks[key]) return;
  mediaTable.tracks[key] = {};
  const answer = await whenMade(address, { init: { headers: { range: 'bytes=0-0' } } }).catch(() => undefined);
  await answer?.body?.cancel();
  if (answer) mediaTable.tracks[key] = { address };
  else delete mediaTable.tracks[key];
}

function servedAddress(url: string, duration: number, kind: DerivedKind, track?: number): string | undefined {
  const isWorth = track !== undefined || !entryOf(url)?.shown || duration >= LONG_SECONDS;
  return isWorth ? derivedAddress(serverPathOf(url), kind, track) : undefined;
}

async function readPictures(address: string): Promise<readonly ImageBitmap[] | undefined> {
  const answer = await whenMade(address, { giveUpAfterMs: MOST_WAIT_MS });
  if (!answer) return undefined;
  const sheet = await createImageBitmap(await answer.blob());
  const { columns, rows } = stripGrid;
  const [width, height] = [sheet.width / columns, sheet.height / rows];
  const pictures = Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return createImageBitmap(sheet, column * width, row * height, width, height);
  });
  return Promise.all(pictures).finally(() => sheet.close());
}

async function readPeaks(address: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const answer = await whenMade(address, { init: { signal }, giveUpAfterMs: MOST_WAIT_MS });
  return answer && new Uint8Array(await answer.arrayBuffer());
}

/** Options of polling. */
interface Waiting {
  init?: RequestInit;
  giveUpAfterMs?: number;
  onProgress?: (share: number) => void;
}

/** Polls a URL until its content is ready. @returns undefined if there is none, or not in time. */
async function whenMade(
  address: string,
  { init = {}, giveUpAfterMs = Number.POSITIVE_INFINITY, onProgress }: Waiting,
): Promise<Response | undefined> {
  const end = performance.now() + giveUpAfterMs;
  for (;;) {
    const answer = await fetch(address, init).catch(() => undefined);
    init.signal?.throwIfAborted();
    if (answer?.ok && answer.status !== 202) return answer;
    if (answer?.status === 202) onProgress?.(((await answer.json()) as { progress: number }).progress);
    else if (answer && answer.status < 500 && answer.status !== 429) return undefined;
    if (performance.now() > end) return undefined;
    await pause(RETRY_MS, init.signal ?? undefined);
  }
}
