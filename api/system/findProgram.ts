import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { environment } from './environment.ts';

/** An executable, by its path or on the system's path. @returns its path; undefined where it is not there. */
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
