import { type NearbyPicture, NearbyPictures } from '../../../engine/browser/media/nearbyPictures.ts';
import { createFilmstrips } from '../../../engine/browser/strips/filmstrip.ts';
import { createWaveforms } from '../../../engine/browser/strips/waveform.ts';
import { isVideo } from '../../../engine/kinds/families.ts';
import type { Project } from '../../../engine/project/project.ts';
import { trackIn, tracksOf, trackUrlOf } from './audioTracks.ts';
import { peaksOf, picturesOf } from './derived.ts';
import { playableUrlOf } from './mediaTable.ts';
import { stripStillsOf } from './stills.ts';

/** Filmstrip cache of the page. */
export const filmstrips = createFilmstrips({ urlOf: playableUrlOf, picturesOf, videoFallback: stripStillsOf });

/** The waveforms of the page. */
export const waveforms = createWaveforms({
  urlOf: trackUrlOf,
  peaksOf(url, duration, signal, audioTrack) {
    const known = tracksOf(url);
    return peaksOf(url, duration, signal, known && trackIn(known, audioTrack));
  },
});

/** For media pools: shows the nearest thumbnail of a video after a seek, until the frame itself is decoded. */
export const standIn = (url: string) => new NearbyPictures((time) => nearestOf(filmstrips.picturesOf(url), time));

function nearestOf(pictures: readonly NearbyPicture[], time: number): NearbyPicture | undefined {
  const far = (picture: NearbyPicture) => Math.abs(picture.time - time);
  let nearest: NearbyPicture | undefined;
  for (const picture of pictures) if (!nearest || far(picture) < far(nearest)) nearest = picture;
  return nearest;
}

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
