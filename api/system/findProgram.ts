import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { environment } from './environment.ts';

/** Finds an executable by path or in PATH. @returns its path; undefined if it is missing. */
export function findProgram(name: string): string | undefined {
  const places = name.includes(path.sep)
    ? [name]
    : environment()
        .path.filter(Boolean)
        .map((at) => path.join(at, name));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
