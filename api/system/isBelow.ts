import path from 'node:path';

/** Whether a real path is a folder or inside it. @param real, folder absolute, without symbolic links. */
export function isBelow(real: string, folder: string): boolean {
  return real === folder || real.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
