import { isFontFile } from '../project/fontFile.ts';
import type { Font } from './font.ts';

/**
 * Fonts of people's own: files that a project names by their address in the place of a family. The renderer names them
 * by what is in them, a page by the path that each file has there alone, so that one name never means two fonts.
 */

/** Height and depth of letters, and whether there are bold ones too, see Font. */
type Learned = Pick<Font, 'ascent' | 'descent' | 'weights'>;

/** Those of Arial's letters, which stand in for a file that is not there. */
const arial: Learned = { ascent: 0.905, descent: 0.212, weights: [400] };

const learned = new Map<string, Learned>();

/**
 * The font of a file; undefined for a family that is not one. It has one weight, unless it is a variable one, and Arial's
 * letters until its own are there.
 */
export function findOwnFont(family: string): Font | undefined {
  if (!isFontFile(family)) return undefined;
  const name = `Own ${family.replaceAll(/[^a-z\d]+/gi, ' ').trim()}`;
  const files = { source: 'own', subsets: ['own'], italic: false, isWhole: true } as const;
  return { name, id: family, ...files, ...(learned.get(family) ?? arial) };
}

/**
 * Takes what a canvas says of letters of a file that it knows now.
 * @param measured of text of 1,000 pixels. @param hasBold whether the file has letters of weight 700 too, as variable fonts do.
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
