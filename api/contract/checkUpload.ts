import {
  formatNotSupported,
  imageTypes,
  optionalFormat,
  unacceptedFormat,
  usualFormat,
} from '../../engine/project/formats.ts';
import { MAX_UPLOAD_BYTES } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';

/** Purpose of a chosen file. */
export interface CheckOptions {
  /** true: only an image is accepted. Default: false. */
  imagesOnly?: boolean;
  /** true: a file is chosen for its audio, in any format. Default: false. */
  audio?: boolean;
  /** true: audio is accepted as well as images and videos. Default: false. */
  sounds?: boolean;
  /** Formats that the server accepts besides the usual ones. Default: none. */
  formats?: readonly string[];
}

type Chosen = Pick<File, 'type' | 'size'> & { name?: string };

/**
 * Checks files before they are imported; order and messages follow the specification.
 * @returns the message for the first rejected file; undefined if all are accepted.
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
  // Browsers give unknown formats an empty type; the name decides then.
  const usual = usualFormat(file);
  const type = file.type.split(';')[0]?.trim().toLowerCase() || (usual?.types[0] ?? '');
  const isFurther = formats.includes(optionalFormat(file)?.id ?? '');
  const unread = isFurther ? undefined : unacceptedFormat(file);
  if (unread !== undefined) return formatNotSupported(unread);
  if (type === '' && !isFurther) return messages.uploadNoType;
  if (file.size > MAX_UPLOAD_BYTES) return messages.uploadTooLarge;
  if (file.size === 0) return messages.uploadNoBytes;
  if (audio || (sounds && type.startsWith('audio/'))) return undefined;
  if (imagesOnly) return imageTypes.has(type) ? undefined : messages.uploadNeedsImage;
  // Browsers report .ogg files as audio, whether they contain video or not.
  const isTaken = isFurther || (usual !== undefined && usual.kind !== 'audio') || type === 'audio/ogg';
  return isTaken ? undefined : messages.uploadFormat;
}
