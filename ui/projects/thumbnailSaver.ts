import type { Project } from '../../engine/project/project.ts';
import { saveThumbnail } from './saved.ts';

/** How often a thumbnail of the same project is made at most, milliseconds. */
const THUMBNAIL_MS = 10_000;

/** Makes a small picture of a project; undefined when that is not possible now. */
export type MakeThumbnail = (project: Project) => Promise<Blob | undefined>;

/**
 * Makes thumbnails beside the saving, which they must not hold up: one at a time, and seldom. Another project has its
 * first one at once.
 */
export function createThumbnailSaver(thumbnail?: MakeThumbnail): (id: string, project: Project) => void {
  let next: { id: string; project: Project } | undefined;
  let isBusy = false;
  let lastId: string | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const make = async ({ id, project }: NonNullable<typeof next>): Promise<void> => {
    try {
      const made = await thumbnail?.(project);
      if (made) await saveThumbnail(id, made);
    } catch {
      // The former picture stays.
    }
  };
  const makeNext = async (): Promise<void> => {
    if (!next || isBusy || (pause !== undefined && next.id === lastId)) return;
    clearTimeout(pause);
    isBusy = true;
    const work = next;
    next = undefined;
    lastId = work.id;
    await make(work);
    isBusy = false;
    pause = setTimeout(() => {
      pause = undefined;
      void makeNext();
    }, THUMBNAIL_MS);
    void makeNext();
  };
  return (id, project) => {
    next = { id, project };
    void makeNext();
  };
}
