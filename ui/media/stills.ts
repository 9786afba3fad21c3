import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type StillSize, stillAddress } from '../../api/contract/stillAddress.ts';
import type { Opener } from '../../engine/browser/media/openMedia.ts';
import { openStills } from '../../engine/browser/media/stillsMedia.ts';
import type { MediaEntry } from './mediaEntry.ts';
import { entryOf, mediaTable } from './mediaTable.ts';

/** Said of a video that this browser cannot decode, where it is shown. */
export const NOT_SHOWN = 'This browser cannot show it; the result will';

/** How many stills a filmstrip of a video has that this browser cannot decode. */
const IN_A_STRIP = 8;
/** How long a time rests before its still is asked for, milliseconds. */
const REST_MS = 200;

/** For media pools: shows a video that this browser cannot decode by stills of the server, once it is there. */
export function stillsOf(url: string): Opener | undefined {
  return opener(url, 'large', (time) => time);
}

/** As stillsOf, for filmstrips: small ones, and a few of each video. */
export function stripStillsOf(url: string): Opener | undefined {
  const step = (entryOf(url)?.facts?.duration ?? 0) / IN_A_STRIP;
  return opener(
    url,
    'small',
    (time) => (step > 0 ? Math.min(IN_A_STRIP - 1, Math.floor(time / step)) + 0.5 : 0) * step,
  );
}

function opener(url: string, size: StillSize, place: (time: number) => number): Opener | undefined {
  const address = serverAddressOf(url);
  if (address === undefined) return undefined;
  const addressAt = (time: number) => stillAddress(address, place(time), size);
  return openStills({ addressAt, duration: entryOf(url)?.facts?.duration ?? 0 });
}

/** Changes when a file shows something else: it has come, or the server can give stills of it. */
export function pictureKey({ byUrl, shownFrom }: ShownFiles, url: string): string {
  const entry = byUrl[url];
  return entry ? `${entry.url} ${entry.shown ? '' : (entry.readUrl ?? '')}` : (shownFrom[url] ?? '');
}

interface ShownFiles {
  readonly byUrl: Readonly<Record<string, Pick<MediaEntry, 'url' | 'shown' | 'readUrl'>>>;
  readonly shownFrom: Readonly<Record<string, string>>;
}

/** Whether this browser cannot decode a video whose stills the server can give; changes when it is uploaded. */
export function useHasStills(url: string): boolean {
  const entry = useSnapshot(mediaTable).byUrl[url];
  return entry !== undefined && !entry.shown && entry.readUrl !== undefined;
}

/** The still of a video that this browser cannot decode, once the time rests; undefined where there is none. */
export function useStill(url: string, time: number): string | undefined {
  const hasStills = useHasStills(url);
  const [rested, setRested] = useState(time);
  useEffect(() => {
    const timer = setTimeout(() => setRested(time), REST_MS);
    return () => clearTimeout(timer);
  }, [time]);
  const address = hasStills ? serverAddressOf(url) : undefined;
  return address && stillAddress(address, rested, 'large');
}

/** Where the server has a video that this browser cannot decode, as far as is known. */
function serverAddressOf(url: string): string | undefined {
  const entry = entryOf(url);
  if (entry) return entry.shown ? undefined : entry.readUrl;
  const address = mediaTable.shownFrom[url] ?? url;
  return /^\/(samples\/media|api\/v1\/uploads)\//.test(address) ? address : undefined;
}
