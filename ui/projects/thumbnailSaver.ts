import type { Project } from '../../engine/project/project.ts';
import { saveThumbnail } from './saved.ts';

/** Minimum interval between thumbnails of the same project, in milliseconds. */
const THUMBNAIL_MS = 10_000;

/** Renders a thumbnail of a project; undefined if not possible now. */
export type MakeThumbnail = (project: Project) => Promise<Blob | undefined>;

/**
 * Creates thumbnails in the background, so that saving never waits: one at a time and at long intervals. A different
 * project gets its first one at once.
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
      // The previous thumbnail stays.
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
