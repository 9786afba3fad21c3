import { fontTypes } from '../../engine/project/fontFormat.ts';
import { furtherFormats, usualFormat } from '../../engine/project/formats.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { type Sniffed, sniffFile } from '../renderer/media/sniff.ts';
import { TooMuchError } from '../renderer/media/tooMuch.ts';
import { environment } from '../system/environment.ts';

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
  return isFurther || usualFormat({ type: bare }) !== undefined || /^audio\/[a-z0-9.+-]{1,60}$/.test(bare);
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
  const mime = isSound ? sniffed.mime : (servedType(sniffed.mime) ?? furtherType(sniffed.mime));
  return mime === undefined ? undefined : { mime, extension: sniffed.extension };
}

/** The type that files of a sniffed type are served with; undefined where they are not accepted. */
function servedType(type: string): string | undefined {
  // Browsers know these by the types of their families.
  const { [type]: served } = { 'image/apng': 'image/png', 'application/ogg': 'video/ogg' } as Record<string, string>;
  const format = usualFormat({ type });
  return served ?? (format?.family === 'mpeg' ? 'video/mpeg' : format?.types[0]);
}

function bareType(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() ?? '';
}
