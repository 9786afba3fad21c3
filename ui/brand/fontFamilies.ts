import { fontTitle } from '../../engine/project/fontFormat.ts';
import { brandFonts } from './brandFonts.ts';

/**
 * Fonts of the person's own as families: files of the same family, such as a regular and a bold one, are one choice, and
 * bold and italic texts name the file of their face.
 */

/** How a text is written. */
interface Shape {
  fontWeight: 'normal' | 'bold' | 'default';
  fontStyle: 'normal' | 'italic';
}

/** Each family by one of its files, the upright and regular one where there is one; newest first. */
export function ownFamilies(list: readonly string[]): string[] {
  return [...new Set(list.map(listedFamily))];
}

/** By what the family of a text stands in the list: of one's own by one of its files, whichever the text is written in. */
export function listedFamily(family: string): string {
  return ownFace(family, { fontWeight: 'normal', fontStyle: 'normal' });
}

/** The files of the family that a file is of, itself among them; none of a family that is not one's own. */
export function facesOfOwn(family: string): string[] {
  const face = brandFonts.faces[family];
  if (!face || !brandFonts.list.includes(family)) return [];
  return brandFonts.list.filter((url) => isSame(brandFonts.faces[url]?.family, face.family));
}

/**
 * The file of a family that a text is written in, or the nearest: its slant counts for less than its weight. Any family
 * that is not one's own stays as it is.
 */
export function ownFace(family: string, { fontWeight, fontStyle }: Shape): string {
  const far = (url: string) => {
    const { bold = false, italic = false } = brandFonts.faces[url] ?? {};
    return (bold === (fontWeight === 'bold') ? 0 : 2) + (italic === (fontStyle === 'italic') ? 0 : 1);
  };
  return facesOfOwn(family).reduce((best, url) => (far(url) < far(best) ? url : best), family);
}

/** Whether a family is one's own. */
export function isOwnFamily(family: string): boolean {
  return facesOfOwn(family).length > 0;
}

/** Whether two names or files stand for the same family. */
export function isSameFamily(one: string, other: string): boolean {
  return isSame(one, other) || facesOfOwn(one).includes(other);
}

/** What people call a family: of one's own fonts what they call themselves. */
export function familyTitle(family: string): string {
  return brandFonts.faces[family]?.family ?? fontTitle(family);
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
