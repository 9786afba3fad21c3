import { stat } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { isAvif } from '../../../engine/formats/animatedPicture.ts';
import { type MediaFormat, mediaFormats, unsupportedFormats } from '../../../engine/formats/formatTable.ts';
import { unsupportedFormat } from '../../../engine/project/formats.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';
import { notFound, ProcessError } from '../../system/process.ts';
import { expectFewBoxes } from './boxWalk.ts';
import { runFfprobe } from './runFfprobe.ts';
import { shownName, unreadable } from './unreadable.ts';
import { readStart } from './walkFile.ts';

/** The format of a file according to its first bytes. */
export interface Sniffed {
  mime: string;
  /** The extension of the format, without a dot. */
  extension: string;
  kind: MediaFormat['kind'];
  /** The ffmpeg demuxer that reads it. */
  demuxer: string;
}

/** Minimum probe score of ffmpeg, of 100; text and noise score less. */
const sureEnough = 25;

/**
 * Detects the format of a file from its content, never from its name. Asks ffmpeg if the first bytes do not tell.
 * @throws ProblemError media.missing, or media.unreadable for unsupported formats, with the format's name if known.
 */
export async function sniffFile(path: string, signal?: AbortSignal): Promise<Sniffed> {
  const name = shownName(path);
  const info = await stat(path).catch(() => undefined);
  if (!info) throw new ProblemError([problem('media.missing', [], `The file "${name}" does not exist.`)]);
  if (!info.isFile()) throw unreadable(name, info.isDirectory() ? 'it is a folder' : 'it is not a regular file');
  if (info.size === 0) throw unreadable(name, 'it is empty');
  const mime = await mimeOf(path);
  const known = mediaFormats.find(({ types }) => types.includes(mime));
  if (known) return sniffedAs(known, mime);
  const format = unsupportedFormat({ type: mime });
  if (format !== undefined) throw unreadable(name, `${format} files are not supported`);
  const decoded = await askDecoder(path, signal);
  if (!decoded) throw unreadable(name, 'it is not an image, video or audio file of a known format');
  return decoded;
}

function sniffedAs({ endings, kind, demuxer }: MediaFormat, mime: string): Sniffed {
  return { mime, extension: endings[0], kind, demuxer };
}

/** Returns the MIME type of a file from its first bytes; '' if unknown. */
export async function mimeOf(path: string): Promise<string> {
  const type = await fileTypeFromFile(path).catch(() => undefined);
  const mime = type?.mime.split(';')[0]?.toLowerCase() ?? '';
  // HEIF contains several codecs: a file with any HEIF major brand may also have the AVIF brand.
  if (mime.startsWith('image/heif') && isAvif(await readStart(path, mostBrands))) return 'image/avif';
  return mime || guessMime(path);
}

/** More bytes than a file's list of brands has. */
const mostBrands = 1024;

/** Returns the format that ffmpeg detects among the allowed containers, such as an MP3 behind zeros. */
async function askDecoder(path: string, signal: AbortSignal | undefined): Promise<Sniffed | undefined> {
  await expectFewBoxes(path);
  const what = ['-show_entries', 'format=format_name,probe_score', '-of', 'csv=p=0'];
  const output = await runFfprobe(path, what, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    if (error instanceof ProcessError && error.reason === 'start') throw notFound(error);
    return '';
  });
  const parts = output.trim().replaceAll('"', '').split(',');
  if (!(Number(parts.at(-1)) >= sureEnough)) return undefined;
  const found = mediaFormats.find(({ demuxer }) => demuxer === parts[0]);
  return found && sniffedAs(found, found.types[0]);
}

/**
 * Detects elementary streams, which file-type does not: frame headers of AAC and MP3, start codes of MPEG video. Also
 * JPEGs with junk behind their start.
 */
async function guessMime(path: string): Promise<string> {
  const head = Buffer.alloc(8);
  head.set((await readStart(path, head.length)).subarray(0, head.length));
  const [a, b, c, d] = head as unknown as [number, number, number, number];
  if (a === 0xff && (b & 0xf6) === 0xf0) return 'audio/aac';
  if (a === 0xff && (b & 0xe0) === 0xe0) return 'audio/mpeg';
  if (a === 0xff && b === 0xd8) return 'image/jpeg';
  if (a === 0 && b === 0 && c === 1 && d === 0xb3) return 'video/mpeg';
  const start = head.toString('hex');
  const formats = [...mediaFormats, ...unsupportedFormats];
  return formats.find(({ starts = [] }) => starts.some((one) => start.startsWith(one)))?.types[0] ?? '';
}
