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

/** Whether two identities are of one file, under whatever names. */
export function isSameFile(one: string, other: string): boolean {
  return one !== '' && start(one, 2) === start(other, 2);
}

/** Whether a file has the content that it had: new names and rights do not change it. */
export function hasSameContent(before: string, now: string): boolean {
  return start(before, 4) === start(now, 4);
}

function start(identity: string, parts: number): string {
  return identity.split('-').slice(0, parts).join();
}
