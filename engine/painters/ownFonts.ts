import { isFontFile } from '../formats/fontFile.ts';
import type { Font } from './font.ts';

/**
 * Users' fonts: files that a project names by address instead of a family. The renderer names them by content hash, a
 * page by their unique path, so that one name never means two fonts.
 */

/** Ascent, descent and weights; see Font. */
type Learned = Pick<Font, 'ascent' | 'descent' | 'weights'>;

/** Metrics of Arial, which replaces a missing file. */
const arial: Learned = { ascent: 0.905, descent: 0.212, weights: [400] };

const learned = new Map<string, Learned>();

/**
 * Returns the font of a file; undefined if the family is not a file. It has one weight unless it is variable, and
 * Arial's metrics until its own are known.
 */
export function findOwnFont(family: string): Font | undefined {
  if (!isFontFile(family)) return undefined;
  const name = `Own ${family.replaceAll(/[^a-z\d]+/gi, ' ').trim()}`;
  const files = { source: 'own', subsets: ['own'], italic: false, isWhole: true } as const;
  return { name, id: family, ...files, ...(learned.get(family) ?? arial) };
}

/**
 * Stores the metrics of a font file, measured with a canvas.
 * @param measured for text of 1,000 pixels. @param hasBold whether the file has weight 700 too, as variable fonts do.
 */
export function learnOwnFont(
  file: string,
  measured: { fontBoundingBoxAscent: number; fontBoundingBoxDescent: number },
  hasBold: boolean,
): void {
  learned.set(file, {
    ascent: measured.fontBoundingBoxAscent / 1000,
    descent: measured.fontBoundingBoxDescent / 1000,
    weights: hasBold ? [400, 700] : [400],
  });
}
