import { fontTypes } from '../../engine/formats/fontFormat.ts';
import { optionalFormats, usualFormat } from '../../engine/project/formats.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { LimitExceededError } from '../renderer/media/limitExceeded.ts';
import { type Sniffed, sniffFile } from '../renderer/media/sniff.ts';
import { environment } from '../system/environment.ts';

/** Returns the formats that the operator allows besides the default ones: CUTROOM_FORMATS. */
export function allowedFormats(): typeof optionalFormats {
  const ids = (environment().formats ?? '').split(/[\s,]+/);
  return optionalFormats.filter(({ id }) => ids.includes(id));
}

/** Returns the media type to serve for an allowed format. */
function furtherType(type: string): string | undefined {
  return allowedFormats().find(({ types }) => types.includes(type))?.types[0];
}

/** Whether files of a declared type may be uploaded; audio of any format may be tried. */
export function isDeclaredTypeAccepted(type: string): boolean {
  const bare = bareType(type);
  const isFurther = furtherType(bare) !== undefined || Object.values(fontTypes).includes(bare);
  return isFurther || usualFormat({ type: bare }) !== undefined || /^audio\/[a-z0-9.+-]{1,60}$/.test(bare);
}

/**
 * Detects the type of a file by content; undefined if it is not accepted. @throws errors that are not the file's fault.
 */
export async function sniffUpload(
  file: string,
  signal?: AbortSignal,
): Promise<{ mime: string; extension: string } | undefined> {
  const sniffed: Sniffed | undefined = await sniffFile(file, signal).catch((error: unknown) => {
    const isTooMuch = error instanceof ProblemError && error.cause instanceof LimitExceededError;
    if (!(error instanceof ProblemError) || isTooMuch) throw error;
    return undefined;
  });
  if (!sniffed) return undefined;
  const isSound = sniffed.kind === 'audio' && sniffed.mime.startsWith('audio/');
  const mime = isSound ? sniffed.mime : (servedType(sniffed.mime) ?? furtherType(sniffed.mime));
  return mime === undefined ? undefined : { mime, extension: sniffed.extension };
}

/** Returns the media type to serve for a detected type; undefined if it is not accepted. */
function servedType(type: string): string | undefined {
  // Browsers know these under a related type.
  const { [type]: served } = { 'image/apng': 'image/png', 'application/ogg': 'video/ogg' } as Record<string, string>;
  const format = usualFormat({ type });
  return served ?? (format?.family === 'mpeg' ? 'video/mpeg' : format?.types[0]);
}

function bareType(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() ?? '';
}
