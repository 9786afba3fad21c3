import type { Project } from '../../engine/project/project.ts';
import { saveThumbnail } from './saved.ts';

/** How often a thumbnail is made at most, milliseconds. */
const THUMBNAIL_MS = 10_000;

/** Makes a small picture of a project; undefined when that is not possible now. */
export type MakeThumbnail = (project: Project) => Promise<Blob | undefined>;

/** Makes thumbnails beside the saving, which they must not hold up: one at a time, and seldom. */
export function createThumbnailSaver(thumbnail?: MakeThumbnail): (id: string, project: Project) => void {
  let next: { id: string; project: Project } | undefined;
  let isBusy = false;
  const make = async (): Promise<void> => {
    const work = next;
    next = undefined;
    if (!work || !thumbnail) return;
    try {
      const made = await thumbnail(work.project);
      if (made) await saveThumbnail(work.id, made);
    } catch {
      // The former picture stays.
    }
  };
  const makeNext = async (): Promise<void> => {
    isBusy = next !== undefined;
    if (!isBusy) return;
    await make();
    setTimeout(() => void makeNext(), THUMBNAIL_MS);
  };
  return (id, project) => {
    next = { id, project };
    if (!isBusy) void makeNext();
  };
}
