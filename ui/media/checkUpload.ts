import {
  formatNotSupported,
  furtherFormat,
  pictureTypes,
  unreadFormat,
  usualFormat,
} from '../../engine/project/formats.ts';
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
  /** Formats that the server takes beside the usual ones. Default none. */
  formats?: readonly string[];
}

type Chosen = Pick<File, 'type' | 'size'> & { name?: string };

/**
 * The check of files before they are taken in, in its order and words.
 * @returns what is wrong with the first file that is not taken; undefined when all are.
 */
export function checkUpload(
  files: Chosen | readonly Chosen[] | null | undefined,
  options: CheckOptions = {},
): string | undefined {
  if (files === null || files === undefined) return messages.uploadNothing;
  const list = Array.isArray(files) ? (files as readonly Chosen[]) : [files as Chosen];
  if (list.length === 0) return messages.uploadEmptyList;
  for (const file of list) {
    const wrong = checkOne(file, options);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function checkOne(
  file: Chosen,
  { imagesOnly = false, audio = false, sounds = false, formats = [] }: CheckOptions,
): string | undefined {
  // A browser that does not know a format gives it no type; its name tells then.
  const usual = usualFormat(file);
  const type = file.type.split(';')[0]?.trim().toLowerCase() || (usual?.types[0] ?? '');
  const isFurther = formats.includes(furtherFormat(file)?.id ?? '');
  const unread = isFurther ? undefined : unreadFormat(file);
  if (unread !== undefined) return formatNotSupported(unread);
  if (type === '' && !isFurther) return messages.uploadNoType;
  if (file.size > MAX_UPLOAD_BYTES) return messages.uploadTooLarge;
  if (file.size === 0) return messages.uploadNoBytes;
  if (audio || (sounds && type.startsWith('audio/'))) return undefined;
  if (imagesOnly) return pictureTypes.has(type) ? undefined : messages.uploadNeedsImage;
  // Browsers call an .ogg file sound, whether there is a picture in it or not.
  const isTaken = isFurther || (usual !== undefined && usual.kind !== 'audio') || type === 'audio/ogg';
  return isTaken ? undefined : messages.uploadFormat;
}
