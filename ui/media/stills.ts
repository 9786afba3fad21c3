import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type StillSize, stillAddress } from '../../api/contract/stillAddress.ts';
import type { Opener } from '../../engine/browser/media/openMedia.ts';
import { openStills } from '../../engine/browser/media/stillsMedia.ts';
import type { MediaEntry } from './mediaEntry.ts';
import { entryOf, type LightVideo, mediaTable } from './mediaTable.ts';

/** Said of a video that this browser cannot decode, where it is shown. */
const NOT_SHOWN = 'This browser cannot show it; the result will';

/** How many stills a filmstrip of a video has that this browser cannot decode. */
const IN_A_STRIP = 8;
/** How long a time rests before its still is asked for, milliseconds. */
const REST_MS = 200;

/** Said of a light video, which has no transparency. Of what browsers do not show only QuickTime commonly has some. */
const lightWords = (type: string) =>
  `Light preview${type === 'video/quicktime' ? ' without transparency' : ''}; the result has the original`;

/** The words about a video that this browser cannot decode, where it is shown; '' for one that it can. */
export function unshownWords(
  entry: Pick<MediaEntry, 'shown' | 'type'> | undefined,
  light: LightVideo | undefined,
): string {
  if (entry?.shown !== false) return '';
  if (!light || light.isCancelled) return NOT_SHOWN;
  if (light.address !== undefined) return lightWords(entry.type);
  return `This browser cannot show it; a light preview is being made … ${Math.floor(100 * light.progress)}%`;
}

/** Whether a light video is waited for. */
export function isBeingMade(light: LightVideo | undefined): boolean {
  return light !== undefined && light.address === undefined && !light.isCancelled;
}

/**
 * For media pools: shows a video that this browser cannot decode by stills of the server, once it is there, and has the server
 * make a light video of it, which is shown then.
 */
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
  if (!mediaTable.proxies[url]) void import('./derived.ts').then(({ followProxy }) => followProxy(url, address));
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

/** Whether nothing but stills can be shown of a video: as useHasStills, until there is a light video of it. */
export function useHasOnlyStills(url: string): boolean {
  const light = useSnapshot(mediaTable).proxies[url];
  return useHasStills(url) && light?.address === undefined;
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
