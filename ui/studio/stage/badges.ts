import { messages } from '../../../engine/project/messages.ts';
import type { MediaEntry } from '../../client/media/mediaEntry.ts';
import type { ProxyVideo } from '../../client/media/mediaTable.ts';
import { unshownWords } from '../../client/media/stills.ts';
import { uploadWords } from '../../media/UploadState.tsx';

/** The state of the files of one or more layers. */
export interface Badge {
  kind: 'busy' | 'refused' | 'unshown' | 'upload';
  /** Text of the badge; for uploads, the progress. */
  words: string;
  /** File name for screen readers; for several files, their number. */
  name: string;
  /** References of the files. */
  urls: readonly string[];
  /**
   * Position of the layer, in CSS pixels from the canvas's corner. Undefined: a badge of several files, in the corner.
   */
  place: { x: number; y: number } | undefined;
  /** For uploads, 0 to 100. */
  percent?: number;
}

/** A badge of one layer, with its file. */
export type LayerBadge = Badge & { entry: BadgeEntry | undefined };

type BadgeEntry = Readonly<Pick<MediaEntry, 'name' | 'size' | 'sent' | 'state' | 'shown' | 'type' | 'refusal'>>;

/** What is known of a file. */
export interface FileNews {
  entry: BadgeEntry | undefined;
  /** Text of the server's current work on it. */
  busy: string | undefined;
  light: ProxyVideo | undefined;
}

/** More badges of one kind than this are merged. */
const MOST = 3;
/** Badges closer than this overlap, in CSS pixels. */
const [NEAR_X, NEAR_Y] = [80, 28];

/** The badge of a layer; undefined if its file needs none. */
export function badgeOf(url: string, place: { x: number; y: number }, news: FileNews): LayerBadge | undefined {
  const { entry, busy, light } = news;
  const common = { entry, urls: [url], place, name: entry?.name ?? '' };
  if (busy !== undefined) return { ...common, kind: 'busy', words: busy };
  if (entry?.state === 'elsewhere') return { ...common, kind: 'busy', words: messages.uploadElsewhere };
  if (entry?.state === 'failed') return { ...common, kind: 'refused', words: entry.refusal ?? 'Not uploaded yet' };
  if (entry?.state === 'uploading') {
    const percent = entry.size > 0 ? Math.floor((100 * entry.sent) / entry.size) : 0;
    return { ...common, kind: 'upload', words: uploadWords([entry]), percent };
  }
  if (!entry || entry.shown) return undefined;
  return { ...common, kind: 'unshown', words: unshownWords(entry, light) };
}

/**
 * Merges badges of one kind if there are many or if they would overlap.
 * @param files all files of the layers. Upload progress counts them all, including queued ones.
 */
export function gatherBadges(badges: readonly LayerBadge[], files: readonly BadgeEntry[]): Badge[] {
  const kinds = ['upload', 'busy', 'unshown', 'refused'] as const;
  return kinds.flatMap((kind): Badge[] => {
    const some = badges.filter((badge) => badge.kind === kind);
    if (some.length <= MOST && !some.some((one, index) => some.slice(0, index).some((other) => isNear(one, other))))
      return some;
    return kind === 'upload' ? [uploadOf(some, files)] : alike(some);
  });
}

function uploadOf(some: readonly LayerBadge[], files: readonly BadgeEntry[]): Badge {
  const left = files.filter(({ state }) => state !== 'uploaded' && state !== 'failed').length;
  const sum = (of: (file: BadgeEntry) => number) => files.reduce((total, file) => total + of(file), 0);
  const done = sum(({ state, size, sent }) => (state === 'uploaded' ? size : sent));
  const percent = Math.floor(
    (100 * done) /
      Math.max(
        1,
        sum(({ size }) => size),
      ),
  );
  const urls = some.flatMap((one) => one.urls);
  return {
    kind: 'upload',
    words: `${messages.uploadPercent.replace('{n}', String(percent))} (${left} files)`,
    name: `${left} files`,
    urls,
    place: undefined,
    percent,
  };
}

/** Merges badges with equal text. Ignores the percentage of light previews, which differs for each file. */
function alike(some: readonly LayerBadge[]): Badge[] {
  const groups = new Map<string, LayerBadge[]>();
  for (const badge of some) {
    const words = badge.words.replace(/ \d+%$/, '');
    groups.set(words, [...(groups.get(words) ?? []), badge]);
  }
  return [...groups].map(([words, list]) => {
    const [first] = list;
    if (list.length === 1 && first) return { ...first, place: undefined };
    const urls = list.flatMap((one) => one.urls);
    const count = `${list.length} files`;
    return { kind: first?.kind ?? 'unshown', words: `${words} (${count})`, name: count, urls, place: undefined };
  });
}

function isNear({ place: one }: Badge, { place: other }: Badge): boolean {
  return (
    one !== undefined && other !== undefined && Math.abs(one.x - other.x) < NEAR_X && Math.abs(one.y - other.y) < NEAR_Y
  );
}
