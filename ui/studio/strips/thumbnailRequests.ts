import { isVideo } from '../../../engine/kinds/families.ts';
import type { Project } from '../../../engine/project/project.ts';
import { filmstrips } from './strips.ts';

/** Thumbnails per video, and number of videos, counted from the start of a project. */
const PICTURES = 16;
const MAX_VIDEOS = 8;

/**
 * Requests thumbnails of a project's videos even without a visible filmstrip, so that seeking can show a nearby frame
 * at once.
 */
export class ThumbnailRequests {
  readonly #wishes = new Map<string, AbortController>();
  readonly #leastSeconds: number;

  /** @param leastSeconds shorter videos are skipped. */
  constructor(leastSeconds = 0) {
    this.#leastSeconds = leastSeconds;
  }

  /** Requests thumbnails for a project's videos and cancels all others. @param project undefined: none. */
  show(project: Project | undefined): void {
    const videos = lengthsOf(project, this.#leastSeconds);
    for (const [url, ending] of this.#wishes) {
      if (videos.has(url)) continue;
      ending.abort();
      this.#wishes.delete(url);
    }
    for (const [url, duration] of videos) {
      if (this.#wishes.has(url)) continue;
      const ending = new AbortController();
      this.#wishes.set(url, ending);
      const range = { from: 0, to: duration, interval: duration / PICTURES, duration };
      filmstrips.want(url, range, () => {}, ending.signal);
    }
  }
}

/** Durations of the first videos in seconds, by URL. */
function lengthsOf(project: Project | undefined, least: number): Map<string, number> {
  const layers = project?.scenes.flatMap((scene) => scene.layers) ?? [];
  const videos = layers
    .filter(isVideo)
    .flatMap(({ url, duration, converted_gif }): [string, number][] =>
      duration && duration >= least && !converted_gif ? [[url, duration]] : [],
    );
  return new Map([...new Map(videos)].slice(0, MAX_VIDEOS));
}
