import { type Sniffed, sniffFile } from '../renderer/media/sniff.ts';

/** What is taken, by the sniffed type, and the type that it is served with. What is not listed is refused. */
const servedAs: Record<string, string> = {
  'image/gif': 'image/gif',
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
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

/** Types that a user may name before the upload; audio skips the check of the format. */
const declared = new Set([
  'image/gif',
  'image/jpg',
  'image/jpeg',
  'image/png',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/mpeg',
  'video/ogg',
]);

/** Whether a file that calls itself this type may be uploaded. */
export function isDeclaredTypeTaken(type: string): boolean {
  const bare = bareType(type);
  return declared.has(bare) || /^audio\/[a-z0-9.+-]{1,60}$/.test(bare);
}

/** What a file is by its content alone; undefined when it is nothing that may be uploaded. */
export async function sniffUpload(file: string): Promise<{ mime: string; extension: string } | undefined> {
  const sniffed: Sniffed | undefined = await sniffFile(file).catch(() => undefined);
  if (!sniffed) return undefined;
  const mime = sniffed.kind === 'audio' && sniffed.mime.startsWith('audio/') ? sniffed.mime : servedAs[sniffed.mime];
  return mime === undefined ? undefined : { mime, extension: sniffed.extension };
}

function bareType(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() ?? '';
}
