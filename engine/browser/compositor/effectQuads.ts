import { plainAdjustment } from '../../effects/adjustment.ts';
import { noEffects } from '../../effects/layerEffects.ts';
import { Drawable, Quad } from './quad.ts';

/** Largest picture on which effects are computed, in pixels. */
const mostPixels = 4_000_000;

/** Fields of a quad that decide its picture before effects, besides its size. */
const pictureFields = [
  ...(['drawable', 'cropX', 'cropY', 'cropWidth', 'cropHeight', 'adjustment', 'vignette', 'key', 'unit'] as const),
  ...(['grade', 'effects', 'shorterX', 'shorterY'] as const),
] satisfies (keyof Quad)[];

/** A quad with effects, as a compositor draws it. */
export class EffectQuad<T> {
  /** Its picture before effects: upright on a canvas of its own. */
  readonly flat = new Quad(new Drawable());
  /** Shows the picture after effects at its place. */
  readonly shown = new Quad(new Drawable());
  /** What the compositor stores for it. */
  target: T | undefined;
  /** Whether it was drawn since the last sweep. */
  isUsed = true;
  readonly #seen: unknown[] = [];

  /** Updates both quads. @returns whether the picture must be drawn again. */
  update(quad: Quad): boolean {
    const { flat, shown } = this;
    const fineness = Math.min(1, Math.sqrt(mostPixels / (quad.width * quad.height)));
    const [width, height] = [quad.width, quad.height].map((side) => Math.max(1, Math.round(side * fineness))) as [
      number,
      number,
    ];
    const { version, source, shrinks } = quad.drawable;
    const seen: unknown[] = [...pictureFields.map((field) => quad[field]), version, source, shrinks, width, height];
    const isOther = seen.some((value, i) => value !== this.#seen[i]);
    this.#seen.splice(0, this.#seen.length, ...seen);
    const { drawable } = shown;
    Object.assign(shown, quad, { drawable, effects: noEffects, adjustment: plainAdjustment, vignette: 0 });
    Object.assign(shown, { key: undefined, grade: undefined, cropX: 0, cropY: 0, cropWidth: 1, cropHeight: 1 });
    if (!isOther) return false;
    Object.assign(
      flat,
      new Quad(quad.drawable),
      Object.fromEntries(pictureFields.map((field) => [field, quad[field]])),
    );
    Object.assign(flat, { width, height, x: width / 2, y: height / 2, effects: noEffects });
    flat.unit = (quad.unit * width) / quad.width;
    drawable.width = width;
    drawable.height = height;
    drawable.version += 1;
    return true;
  }

  /** Draws the picture again at the next update. */
  forget(): void {
    this.#seen.length = 0;
  }
}

/** Returns the shorter side of a quad's layer in pixels of its picture. */
export function shorterIn({ flat }: EffectQuad<unknown>): { x: number; y: number } {
  return { x: flat.shorterX * flat.width, y: flat.shorterY * flat.height };
}

/** The effect quads of a compositor. */
export class EffectQuadStore<T> {
  readonly #all = new Map<Quad, EffectQuad<T>>();
  readonly #free: (target: T) => void;

  /** @param free releases what the compositor stored. */
  constructor(free: (target: T) => void) {
    this.#free = free;
  }

  of(quad: Quad): EffectQuad<T> {
    const found = this.#all.get(quad) ?? new EffectQuad<T>();
    this.#all.set(quad, found);
    found.isUsed = true;
    return found;
  }

  /** Releases the quads that were not drawn since the last sweep. */
  sweep(): void {
    for (const [quad, entry] of this.#all) {
      if (!entry.isUsed) {
        if (entry.target !== undefined) this.#free(entry.target);
        this.#all.delete(quad);
      }
      entry.isUsed = false;
    }
  }

  free(): void {
    for (const { target } of this.#all.values()) if (target !== undefined) this.#free(target);
    this.#all.clear();
  }
}

/** Returns whether any quad has effects. */
export function haveEffects(quads: readonly Quad[]): boolean {
  return quads.some(({ effects }) => effects !== noEffects);
}
