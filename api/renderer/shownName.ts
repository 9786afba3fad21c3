import { basename } from 'node:path';

/** A file's name for a sentence to a person: without its folder, and with nothing in it that a terminal would obey. */
export function shownName(path: string): string {
  return basename(path).replaceAll(/\p{Cc}/gu, '�');
}
