import { UNNAMED } from '../../api/contract/unnamed.ts';
import type { VideoRecord } from '../../api/contract/video.ts';
import { own } from '../texts/t.ts';

/** What a render is called where nothing is translated, as in the name of a file. */
export function titleOf(video: Pick<VideoRecord, 'name'>): string {
  return video.name?.trim() || UNNAMED;
}

/** What a render or a project is called in the texts of the page. */
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

/** File name that a result is saved under: its title in letters that every file system takes, and its extension. */
export function downloadName(video: Pick<VideoRecord, 'name' | 'mime'>): string {
  const title = titleOf(video)
    .replaceAll(/[^\p{L}\p{M}\p{N}._ -]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  // No letter is cut in half.
  return `${[...title].slice(0, 80).join('') || UNNAMED}.${extensions[video.mime ?? ''] ?? 'bin'}`;
}
