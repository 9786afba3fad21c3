import type { Quad } from './quad.ts';

/** Everything that decides how a quad looks: its fields and those of its drawable. */
const fieldsOf = [
  ...(['x', 'y', 'width', 'height', 'cos', 'sin', 'cropX', 'cropY', 'cropWidth', 'cropHeight'] as const),
  ...(['opacity', 'hue', 'adjustment', 'grade', 'vignette', 'radius', 'seen', 'blendMode', 'key', 'unit'] as const),
  ...(['drawable', 'effects', 'shorterX', 'shorterY'] as const),
] satisfies (keyof Quad)[];
const drawableFields = ['source', 'version', 'shrinks', 'width', 'height'] as const;
const size = fieldsOf.length + drawableFields.length;

/** Detects which quads look different from the last drawing. */
export class QuadWatch {
  /** Indices of the first and last changed quad; first is after last if none changed. */
  first = 0;
  last = -1;
  readonly #seen: unknown[] = [];

  /** Compares the quads of a drawing. @param redrawsAll whether all count as changed. */
  compare(quads: readonly Quad[], redrawsAll: boolean): void {
    const isAll = redrawsAll || quads.length * size !== this.#seen.length;
    this.first = isAll ? 0 : quads.length;
    this.last = isAll ? quads.length - 1 : -1;
    this.#seen.length = quads.length * size;
    for (let i = 0; i < quads.length; i += 1) {
      if (!this.#note(quads[i] as Quad, i * size)) continue;
      this.first = Math.min(this.first, i);
      this.last = Math.max(this.last, i);
    }
  }

  /** Forgets the last drawing, so all quads count as changed and drawables are released. */
  forget(): void {
    this.#seen.length = 0;
  }

  /** @returns whether the quad differs from the noted one. */
  #note(quad: Quad, from: number): boolean {
    const seen = this.#seen;
    let isOther = false;
    let at = from;
    for (const field of fieldsOf) {
      const value = quad[field];
      if (seen[at] !== value) isOther = true;
      seen[at] = value;
      at += 1;
    }
    for (const field of drawableFields) {
      const value = quad.drawable[field];
      if (seen[at] !== value) isOther = true;
      seen[at] = value;
      at += 1;
    }
    return isOther;
  }
}
