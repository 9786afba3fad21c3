import { stat } from 'node:fs/promises';

/**
 * What stands for the content of a file: another as soon as the file is written to or replaced. Cheap, because a file of
 * gigabytes would take seconds to read: its place on the disk, and when it was last changed. '' where there is none.
 */
export async function fileIdentity(path: string): Promise<string> {
  const info = await stat(path, { bigint: true }).catch(() => undefined);
  if (!info) return '';
  const { dev, ino, size, mtimeNs, ctimeNs } = info;
  return [dev, ino, size, mtimeNs, ctimeNs].join('-');
}
