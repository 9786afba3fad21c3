import { isFontFile } from '../project/fontFile.ts';
import type { Font } from './font.ts';

/**
 * Fonts of people's own: files that a project names by their address in the place of a family. The renderer names them
 * by what is in them, a page by the path that each file has there alone, so that one name never means two fonts.
 */

/** Height and depth of letters, see Font. */
type Metrics = Pick<Font, 'ascent' | 'descent'>;

/** Those of Arial's letters, which stand in for a file that is not there. */
const arial: Metrics = { ascent: 0.905, descent: 0.212 };

const learned = new Map<string, Metrics>();

/** The font of a file; undefined for a family that is not one. It has one weight, and Arial's letters until its own are there. */
export function findOwnFont(family: string): Font | undefined {
  if (!isFontFile(family)) return undefined;
  const name = `Own ${family.replaceAll(/[^a-z\d]+/gi, ' ').trim()}`;
  const { ascent, descent } = learned.get(family) ?? arial;
  const files = { source: 'own', subsets: ['own'], weights: [400], italic: false, isWhole: true } as const;
  return { name, id: family, ...files, ascent, descent };
}

/** Takes what a canvas says of letters of a file that it knows now. @param measured of text of 1,000 pixels. */
export function learnOwnFont(
  file: string,
  measured: { fontBoundingBoxAscent: number; fontBoundingBoxDescent: number },
): void {
  learned.set(file, {
    ascent: measured.fontBoundingBoxAscent / 1000,
    descent: measured.fontBoundingBoxDescent / 1000,
  });
}
