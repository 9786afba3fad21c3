import { MAX_UPLOAD_BYTES } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';

/** For what a file is chosen. */
export interface CheckOptions {
  /** true: only a picture will do. Default false. */
  imagesOnly?: boolean;
  /** true: sound is chosen; any format may be tried. Default false. */
  audio?: boolean;
  /** true: sounds are taken beside pictures and videos. Default false. */
  sounds?: boolean;
}

const images = new Set(['image/gif', 'image/jpg', 'image/jpeg', 'image/png']);
// Browsers call an .ogg file sound, whether there is a picture in it or not.
const videos = new Set(['video/mp4', 'video/quicktime', 'video/webm', 'video/mpeg', 'video/ogg', 'audio/ogg']);

/**
 * The check of files before they are taken in, in its order and words.
 * @returns what is wrong with the first file that is not taken; undefined when all are.
 */
export function checkUpload(
  files: Pick<File, 'type' | 'size'> | readonly Pick<File, 'type' | 'size'>[] | null | undefined,
  options: CheckOptions = {},
): string | undefined {
  if (files === null || files === undefined) return messages.uploadNothing;
  const list = Array.isArray(files)
    ? (files as readonly Pick<File, 'type' | 'size'>[])
    : [files as Pick<File, 'type' | 'size'>];
  if (list.length === 0) return messages.uploadEmptyList;
  for (const file of list) {
    const wrong = checkOne(file, options);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function checkOne(
  file: Pick<File, 'type' | 'size'>,
  { imagesOnly = false, audio = false, sounds = false }: CheckOptions,
): string | undefined {
  const type = file.type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '') return messages.uploadNoType;
  if (file.size > MAX_UPLOAD_BYTES) return messages.uploadTooLarge;
  if (audio || (sounds && type.startsWith('audio/'))) return undefined;
  if (imagesOnly) return images.has(type) ? undefined : messages.uploadNeedsImage;
  return images.has(type) || videos.has(type) ? undefined : messages.uploadFormat;
}
