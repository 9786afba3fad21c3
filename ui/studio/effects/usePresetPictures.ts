import { type RefObject, useEffect, useRef } from 'react';
import { createMediaPool, type MediaPool } from '../../../engine/browser/media/mediaPool.ts';
import { createPreview, type Preview } from '../../../engine/browser/preview/preview.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { type Project, project as projectSchema } from '../../../engine/project/project.ts';
import { type FilterName, filterNames } from '../../../engine/project/videoEffects.ts';
import { localUrlOf } from '../../media/mediaTable.ts';
import { player } from '../state/player.ts';
import { startOf, studio } from '../state/studio.ts';

type LookLayer = PictureLayer;

/** Size of a look's picture, CSS pixels. */
export const LOOK_SIZE = { width: 96, height: 72 };
/** How long a video must have rested before its pictures follow, milliseconds. */
const REST_MS = 120;

/**
 * Paints the video's own frame in every look onto the canvases of an element, by the engine's preview; anew when the
 * video or, at rest, the time changes.
 */
export function usePresetPictures(place: RefObject<HTMLElement | null>, layer: LookLayer): void {
  const painter = useRef<LookPainter>(undefined);
  useEffect(() => {
    const made = new LookPainter(place);
    painter.current = made;
    const stop = player.subscribe(() => made.rest());
    return () => {
      stop();
      painter.current = undefined;
      made.dispose();
    };
  }, [place]);
  useEffect(() => painter.current?.show(layer), [layer]);
}

/** One video, one small preview, drawn once for each look. */
class LookPainter {
  readonly #place: RefObject<HTMLElement | null>;
  readonly #canvas = document.createElement('canvas');
  readonly #media: MediaPool = createMediaPool({ urlOf: localUrlOf });
  readonly #preview: Preview;
  readonly #ratio = Math.min(2, devicePixelRatio);
  #layer: LookLayer | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #time = Number.NaN;
  #round = 0;
  #isDisposed = false;

  constructor(place: RefObject<HTMLElement | null>) {
    this.#place = place;
    this.#preview = createPreview({ canvas: this.#canvas, media: this.#media, mode: 'canvas2d' });
    this.#preview.resize(LOOK_SIZE.width, LOOK_SIZE.height, this.#ratio);
  }

  show(layer: LookLayer): void {
    const isFirst = this.#layer === undefined;
    this.#layer = layer;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#paint().catch(() => this.#fail()), isFirst ? 0 : REST_MS);
  }

  /** Perhaps another moment is shown. */
  rest(): void {
    if (player.state === 'paused' && this.#layer && this.#time !== timeOf(this.#layer)) this.show(this.#layer);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#preview.dispose();
    this.#media.dispose();
  }

  async #paint(): Promise<void> {
    const layer = this.#layer;
    if (!layer) return;
    this.#round += 1;
    const round = this.#round;
    const time = timeOf(layer);
    this.#time = time;
    const shown = (look: FilterName) => ({ project: alone(layer, look), sceneIndex: 0, time, isAlone: true });
    this.#preview.show(shown('Original'));
    await this.#preview.painted();
    if (this.#isDisposed || round !== this.#round) return;
    for (const look of filterNames) {
      this.#preview.show(shown(look));
      this.#preview.draw();
      this.#copy(look);
    }
  }

  /** The looks can be chosen by their names meanwhile; the next change paints them. */
  #fail(): void {
    this.#time = Number.NaN;
  }

  #copy(look: FilterName): void {
    const target = this.#place.current?.querySelector<HTMLCanvasElement>(`canvas[data-look="${look}"]`);
    if (!target) return;
    target.width = this.#canvas.width;
    target.height = this.#canvas.height;
    target.getContext('2d')?.drawImage(this.#canvas, 0, 0);
    target.dataset.painted = '';
  }
}

/** How long the video's scene has been shown, seconds. */
function timeOf({ id }: LookLayer): number {
  const sceneId = findLayer(studio.project, id)?.scene.id ?? '';
  return Math.max(0, player.time - startOf(sceneId));
}

/** A project of the video only, filling it. */
function alone(layer: LookLayer, filterName: FilterName): Project {
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const video = { ...layer, filterName, position, objectFit: 'cover' };
  return projectSchema.parse(
    { ...LOOK_SIZE, isMuted: true, scenes: [{ id: 'look', background: '#000000', layers: [video] }] },
    { jitless: true },
  );
}
