import type { FilmFacts } from './film.ts';
import { readMp4 } from './readMp4.ts';
import { readWebm } from './readWebm.ts';

/** Reads what a film file holds: MP4, MOV, WebM or Matroska. @returns undefined for any other. */
export async function readFilm(file: Blob, signal?: AbortSignal): Promise<FilmFacts | undefined> {
  return (await readWebm(file, signal)) ?? (await readMp4(file, signal));
}
