import { type StillSize, stillAddress } from '../../../api/contract/stillAddress.ts';
import type { Opener } from '../../../engine/browser/media/openMedia.ts';
import { openStills } from '../../../engine/browser/media/stillsMedia.ts';
import type { MediaEntry } from './mediaEntry.ts';
import { entryOf, mediaTable, type ProxyVideo } from './mediaTable.ts';

/** Label of a video that this browser cannot decode. */
const NOT_SHOWN = 'This browser cannot show it; the result will';

/** Number of frames in the filmstrip of a video that this browser cannot decode. */
const IN_A_STRIP = 8;

/** Label of a proxy. Proxies have no alpha; of the formats that browsers cannot decode, only QuickTime often has it. */
const lightWords = (type: string) =>
  `Light preview${type === 'video/quicktime' ? ' without transparency' : ''}; the result has the original`;

/** Returns the label of a video that this browser cannot decode; '' for one that it can. */
export function unshownWords(
  entry: Pick<MediaEntry, 'shown' | 'type'> | undefined,
  light: ProxyVideo | undefined,
): string {
  if (entry?.shown !== false) return '';
  if (!light || light.isCancelled) return NOT_SHOWN;
  if (light.address !== undefined) return lightWords(entry.type);
  return `This browser cannot show it; a light preview is being made … ${Math.floor(100 * light.progress)}%`;
}

/** Returns whether a proxy is still being created. */
export function isBeingMade(light: ProxyVideo | undefined): boolean {
  return light !== undefined && light.address === undefined && !light.isCancelled;
}

/**
 * For media pools: opens a video that this browser cannot decode as single frames by the server, once it is uploaded,
 * and requests a proxy that replaces them.
 */
export function stillsOf(url: string): Opener | undefined {
  return opener(url, 'large', (time) => time);
}

/** Like stillsOf, for filmstrips: small frames, and only a few per video. */
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

/** Returns a key that changes when a file displays differently: it was added, or the server can provide frames. */
export function pictureKey({ byUrl, shownFrom }: ShownFiles, url: string): string {
  const entry = byUrl[url];
  return entry ? `${entry.url} ${entry.shown ? '' : (entry.readUrl ?? '')}` : (shownFrom[url] ?? '');
}

interface ShownFiles {
  readonly byUrl: Readonly<Record<string, Pick<MediaEntry, 'url' | 'shown' | 'readUrl'>>>;
  readonly shownFrom: Readonly<Record<string, string>>;
}

/** Returns the server URL of a video that this browser cannot decode, if known. */
export function serverAddressOf(url: string): string | undefined {
  const entry = entryOf(url);
  if (entry) return entry.shown ? undefined : entry.readUrl;
  const address = mediaTable.shownFrom[url] ?? url;
  return /^\/(samples\/media|api\/v1\/uploads)\//.test(address) ? address : undefined;
}
