import type { RefObject } from 'react';
import { inSlices } from '../../engine/browser/inSlices.ts';
import { createMediaPool, type MediaPool } from '../../engine/browser/media/mediaPool.ts';
import { createPreview, type Preview, type Shown } from '../../engine/browser/preview/preview.ts';
import type { PictureLayer } from '../../engine/project/layers.ts';
import { type Project, project as projectSchema } from '../../engine/project/project.ts';
import { type FilterName, filterNames } from '../../engine/project/videoEffects.ts';
import { localUrlOf } from '../client/media/mediaTable.ts';
import { stillsOf } from '../client/media/stills.ts';
import { ThumbCards } from '../kit/choices.tsx';

/** Size of a preset's thumbnail, in CSS pixels. */
const PRESET_PICTURE = { width: 96, height: 72 };
/** Delay before thumbnails are repainted after a change, in milliseconds. */
const REST_MS = 120;

/** The looks of a layer by name, each as the fields that it changes. The first is shown while the file loads. */
export type LayerLooks = Readonly<Record<string, (layer: PictureLayer) => Partial<PictureLayer>>>;

const presets: LayerLooks = Object.fromEntries(filterNames.map((filterName) => [filterName, () => ({ filterName })]));

/**
 * Paints the current frame of one layer in every look, onto the canvases with `data-preset` of an element. Uses one
 * small preview, drawn once per look.
 */
export class PresetPainter {
  readonly #place: RefObject<HTMLElement | null>;
  readonly #looks: LayerLooks;
  readonly #canvas = document.createElement('canvas');
  readonly #media: MediaPool = createMediaPool({ urlOf: localUrlOf, videoFallback: stillsOf });
  readonly #preview: Preview;
  #layer: PictureLayer | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #time = Number.NaN;
  #painting = new AbortController();

  /** @param looks default: the filter presets. */
  constructor(place: RefObject<HTMLElement | null>, looks = presets) {
    this.#place = place;
    this.#looks = looks;
    this.#preview = createPreview({ canvas: this.#canvas, media: this.#media, mode: 'canvas2d' });
    this.#preview.resize(PRESET_PICTURE.width, PRESET_PICTURE.height, Math.min(2, devicePixelRatio));
  }

  /** Schedules painting a layer. @param time seconds since its scene began. */
  show(layer: PictureLayer, time: number): void {
    if (this.#layer === layer && this.#time === time) return;
    const isFirst = this.#layer === undefined;
    this.#layer = layer;
    this.#time = time;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#paint(), isFirst ? 0 : REST_MS);
  }

  dispose(): void {
    this.#painting.abort();
    clearTimeout(this.#timer);
    this.#preview.dispose();
    this.#media.dispose();
  }

  async #paint(): Promise<void> {
    const [layer, time] = [this.#layer, this.#time];
    if (!layer) return;
    this.#painting.abort();
    this.#painting = new AbortController();
    const { signal } = this.#painting;
    const names = Object.keys(this.#looks);
    const shown = (name: string): Shown => ({
      project: alone({ ...layer, ...this.#looks[name]?.(layer) } as PictureLayer),
      sceneIndex: 0,
      time,
      isAlone: true,
    });
    try {
      this.#preview.show(shown(names[0] ?? ''));
      await this.#preview.painted();
      signal.throwIfAborted();
      await inSlices(this.#paintEach(names, shown), signal);
    } catch {
      // Presets remain selectable by name; the next change paints them.
      if (!signal.aborted) this.#time = Number.NaN;
    }
  }

  /** A generator, because painting all at once would block input. */
  *#paintEach(names: readonly string[], shown: (name: string) => Shown): Generator<number, void> {
    for (const [i, name] of names.entries()) {
      this.#preview.show(shown(name));
      this.#preview.draw();
      this.#copy(name);
      yield i / names.length;
    }
  }

  #copy(name: string): void {
    const target = this.#place.current?.querySelector<HTMLCanvasElement>(`canvas[data-preset="${name}"]`);
    if (!target) return;
    target.width = this.#canvas.width;
    target.height = this.#canvas.height;
    target.getContext('2d')?.drawImage(this.#canvas, 0, 0);
    target.dataset.painted = '';
  }
}

/** Returns a project with only this layer, which fills the canvas. */
function alone(layer: PictureLayer): Project {
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const shown = { ...layer, position, objectFit: 'cover' };
  return projectSchema.parse(
    { ...PRESET_PICTURE, isMuted: true, scenes: [{ id: 'preset', background: '#000000', layers: [shown] }] },
    { jitless: true },
  );
}

interface Props {
  /** Ref for painting the thumbnails: canvases with the preset's name as `data-preset`. */
  place: RefObject<HTMLFieldSetElement | null>;
  value: FilterName;
  onChoose: (name: FilterName) => void;
}

/** The filter presets as thumbnails. */
export function PresetCards({ place, value, onChoose }: Props) {
  return <ThumbCards legend="Look" name="look" choices={choices} value={value} place={place} onChoose={onChoose} />;
}

const aspectRatio = `${PRESET_PICTURE.width} / ${PRESET_PICTURE.height}`;
const choices = filterNames.map((name) => ({
  value: name,
  title: name,
  picture: <canvas data-preset={name} style={{ aspectRatio }} />,
}));
