import { UNNAMED } from '../../api/contract/unnamed.ts';
import type { VideoRecord } from '../../api/contract/video.ts';
import { own } from '../texts/t.ts';

/** Returns the title of a render where nothing is translated, as in a file name. */
export function titleOf(video: Pick<VideoRecord, 'name'>): string {
  return video.name?.trim() || UNNAMED;
}

/** Returns the title of a render or project for the texts of the page. */
export function shownTitleOf({ name }: Pick<VideoRecord, 'name'>): string {
  const title = name?.trim() || UNNAMED;
  return title === UNNAMED ? UNNAMED : own(title);
}

const extensions: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'image/gif': 'gif',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
};

/** Returns the file name of a result: its title in characters that every file system allows, and its extension. */
export function downloadName(video: Pick<VideoRecord, 'name' | 'mime'>): string {
  const title = titleOf(video)
    .replaceAll(/[^\p{L}\p{M}\p{N}._ -]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  // Slices by code points, so that no character is split.
  return `${[...title].slice(0, 80).join('') || UNNAMED}.${extensions[video.mime ?? ''] ?? 'bin'}`;
}
