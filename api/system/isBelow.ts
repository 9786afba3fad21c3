import path from 'node:path';

/** Whether a real path is a folder's or below it. @param real, folder without links, absolute. */
export function isBelow(real: string, folder: string): boolean {
  return real === folder || real.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
