import { open, stat } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { unreadFormat } from '../../../engine/project/formats.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';
import { notFound, ProcessError } from '../../system/process.ts';
import { expectFewBoxes } from './boxWalk.ts';
import { runFfprobe } from './runFfprobe.ts';
import { shownName, unreadable } from './unreadable.ts';

/** What the first bytes of a file say it is. */
export interface Sniffed {
  mime: string;
  /** The extension that fits the content, without a dot. */
  extension: string;
  kind: 'image' | 'video' | 'audio';
  /** The ffmpeg demuxer that reads it. */
  demuxer: string;
}

const known: Record<string, Omit<Sniffed, 'mime'>> = {
  'image/png': { extension: 'png', kind: 'image', demuxer: 'png_pipe' },
  'image/apng': { extension: 'png', kind: 'image', demuxer: 'apng' },
  'image/jpeg': { extension: 'jpg', kind: 'image', demuxer: 'jpeg_pipe' },
  'image/gif': { extension: 'gif', kind: 'image', demuxer: 'gif' },
  'image/webp': { extension: 'webp', kind: 'image', demuxer: 'webp_pipe' },
  'image/avif': { extension: 'avif', kind: 'image', demuxer: 'avif' },
  'image/bmp': { extension: 'bmp', kind: 'image', demuxer: 'bmp_pipe' },
  'video/mp4': { extension: 'mp4', kind: 'video', demuxer: 'mov' },
  'video/quicktime': { extension: 'mov', kind: 'video', demuxer: 'mov' },
  'video/x-m4v': { extension: 'm4v', kind: 'video', demuxer: 'mov' },
  'video/3gpp': { extension: '3gp', kind: 'video', demuxer: 'mov' },
  'video/3gpp2': { extension: '3g2', kind: 'video', demuxer: 'mov' },
  'video/webm': { extension: 'webm', kind: 'video', demuxer: 'matroska' },
  'video/matroska': { extension: 'mkv', kind: 'video', demuxer: 'matroska' },
  'video/x-matroska': { extension: 'mkv', kind: 'video', demuxer: 'matroska' },
  'video/ogg': { extension: 'ogv', kind: 'video', demuxer: 'ogg' },
  'video/vnd.avi': { extension: 'avi', kind: 'video', demuxer: 'avi' },
  'video/mp2t': { extension: 'ts', kind: 'video', demuxer: 'mpegts' },
  'video/MP1S': { extension: 'mpeg', kind: 'video', demuxer: 'mpeg' },
  'video/MP2P': { extension: 'mpeg', kind: 'video', demuxer: 'mpeg' },
  'video/mpeg': { extension: 'mpeg', kind: 'video', demuxer: 'mpegvideo' },
  'audio/mpeg': { extension: 'mp3', kind: 'audio', demuxer: 'mp3' },
  'audio/mp4': { extension: 'm4a', kind: 'audio', demuxer: 'mov' },
  'audio/x-m4a': { extension: 'm4a', kind: 'audio', demuxer: 'mov' },
  'audio/wav': { extension: 'wav', kind: 'audio', demuxer: 'wav' },
  'audio/vnd.wave': { extension: 'wav', kind: 'audio', demuxer: 'wav' },
  'audio/ogg': { extension: 'ogg', kind: 'audio', demuxer: 'ogg' },
  'application/ogg': { extension: 'ogg', kind: 'audio', demuxer: 'ogg' },
  'audio/flac': { extension: 'flac', kind: 'audio', demuxer: 'flac' },
  'audio/x-flac': { extension: 'flac', kind: 'audio', demuxer: 'flac' },
  'audio/aiff': { extension: 'aiff', kind: 'audio', demuxer: 'aiff' },
  'audio/vnd.dolby.dd-raw': { extension: 'ac3', kind: 'audio', demuxer: 'ac3' },
  'audio/eac3': { extension: 'eac3', kind: 'audio', demuxer: 'eac3' },
  'audio/aac': { extension: 'aac', kind: 'audio', demuxer: 'aac' },
};

/** How sure ffmpeg must be of a container, of 100: what it says of words or noise is less. */
const sureEnough = 25;

/**
 * Says what a file is by its content; its name counts for nothing. Where its first bytes say nothing, the decoder is asked.
 * @throws ProblemError media.missing, or media.unreadable when it is nothing that is read here: with the format's name
 * where it has one.
 */
export async function sniffFile(path: string, signal?: AbortSignal): Promise<Sniffed> {
  const name = shownName(path);
  const info = await stat(path).catch(() => undefined);
  if (!info) throw new ProblemError([problem('media.missing', [], `The file "${name}" is not there.`)]);
  if (!info.isFile()) throw unreadable(name, info.isDirectory() ? 'it is a folder' : 'it is not an ordinary file');
  if (info.size === 0) throw unreadable(name, 'it is empty');
  const mime = await mimeOf(path);
  const found = known[mime];
  if (found) return { mime, ...found };
  const format = unreadFormat({ type: mime });
  if (format !== undefined) throw unreadable(name, `${format} files are not supported`);
  const decoded = await askDecoder(path, signal);
  if (!decoded) throw unreadable(name, 'it is no picture, video or sound of a known format');
  return decoded;
}

/** The format of a file that is not read here, by its content; undefined where it has no name. */
export async function unreadFormatOf(path: string): Promise<string | undefined> {
  return unreadFormat({ type: await mimeOf(path) });
}

async function mimeOf(path: string): Promise<string> {
  const type = await fileTypeFromFile(path).catch(() => undefined);
  return type ? (type.mime.split(';')[0] as string) : guessMime(path);
}

/** What ffmpeg takes a file for, of the containers that it may read: such as an MP3 behind zeros. */
async function askDecoder(path: string, signal: AbortSignal | undefined): Promise<Sniffed | undefined> {
  await expectFewBoxes(path);
  const what = ['-show_entries', 'format=format_name,probe_score', '-of', 'csv=p=0'];
  const said = await runFfprobe(path, what, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    if (error instanceof ProcessError && error.reason === 'start') throw notFound(error);
    return '';
  });
  const parts = said.trim().replaceAll('"', '').split(',');
  if (!(Number(parts.at(-1)) >= sureEnough)) return undefined;
  const [mime, found] = Object.entries(known).find(([, { demuxer }]) => demuxer === parts[0]) ?? [];
  return mime !== undefined && found ? { mime, ...found } : undefined;
}

/** Elementary streams have no signature that file-type trusts: frame headers of AAC and MP3, start codes of MPEG video.
 * A JPEG may have junk behind its start. */
async function guessMime(path: string): Promise<string> {
  const file = await open(path);
  try {
    const head = new Uint8Array(4);
    await file.read(head, 0, 4, 0);
    const [a, b, c, d] = head as unknown as [number, number, number, number];
    if (a === 0xff && (b & 0xf6) === 0xf0) return 'audio/aac';
    if (a === 0xff && (b & 0xe0) === 0xe0) return 'audio/mpeg';
    if (a === 0xff && b === 0xd8) return 'image/jpeg';
    if (a === 0 && b === 0 && c === 1 && d === 0xb3) return 'video/mpeg';
    return '';
  } finally {
    await file.close();
  }
}
