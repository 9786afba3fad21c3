import { fontTypes } from '../../engine/project/fontFormat.ts';
import { furtherFormats, pictureTypes, videoTypes } from '../../engine/project/formats.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { type Sniffed, sniffFile } from '../renderer/media/sniff.ts';
import { TooMuchError } from '../renderer/media/tooMuch.ts';
import { environment } from '../system/environment.ts';

/** What is taken, by the sniffed type, and the type that it is served with. What is not listed is refused. */
const servedAs: Record<string, string> = {
  'image/gif': 'image/gif',
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
  'image/bmp': 'image/bmp',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/webm': 'video/webm',
  'video/mpeg': 'video/mpeg',
  'video/MP1S': 'video/mpeg',
  'video/MP2P': 'video/mpeg',
  'video/ogg': 'video/ogg',
  'application/ogg': 'video/ogg',
};

/** The formats that the operator allows beside the usual ones: CUTROOM_FORMATS. */
export function allowedFormats(): typeof furtherFormats {
  const ids = (environment().formats ?? '').split(/[\s,]+/);
  return furtherFormats.filter(({ id }) => ids.includes(id));
}

/** The type that files of an allowed format are served with. */
function furtherType(type: string): string | undefined {
  return allowedFormats().find(({ types }) => types.includes(type))?.types[0];
}

/** Whether a file that calls itself this type may be uploaded; sound of any format may be tried. */
export function isDeclaredTypeTaken(type: string): boolean {
  const bare = bareType(type);
  const isFurther = furtherType(bare) !== undefined || Object.values(fontTypes).includes(bare);
  return isFurther || pictureTypes.has(bare) || videoTypes.has(bare) || /^audio\/[a-z0-9.+-]{1,60}$/.test(bare);
}

/** What a file is by its content alone; undefined when it is nothing that may be uploaded. @throws what is no fault of the file. */
export async function sniffUpload(
  file: string,
  signal?: AbortSignal,
): Promise<{ mime: string; extension: string } | undefined> {
  const sniffed: Sniffed | undefined = await sniffFile(file, signal).catch((error: unknown) => {
    const isTooMuch = error instanceof ProblemError && error.cause instanceof TooMuchError;
    if (!(error instanceof ProblemError) || isTooMuch) throw error;
    return undefined;
  });
  if (!sniffed) return undefined;
  const isSound = sniffed.kind === 'audio' && sniffed.mime.startsWith('audio/');
  const mime = isSound ? sniffed.mime : (servedAs[sniffed.mime] ?? furtherType(sniffed.mime));
  return mime === undefined ? undefined : { mime, extension: sniffed.extension };
}

function bareType(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() ?? '';
}
