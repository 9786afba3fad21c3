import { fontTitle } from '../../../engine/formats/fontFormat.ts';
import { brandFonts } from './brandFonts.ts';

/**
 * Groups the user's own font files into families: files of one family, such as regular and bold, are one choice, and
 * bold and italic texts use the file of their face.
 */

/** Weight and style of a text. */
interface Shape {
  fontWeight: 'normal' | 'bold' | 'default';
  fontStyle: 'normal' | 'italic';
}

/** Returns one file per family, preferably the regular one; newest first. */
export function ownFamilies(list: readonly string[]): string[] {
  return [...new Set(list.map(listedFamily))];
}

/** Returns the list entry of a text's family: for an own font, its representative file, whatever face the text uses. */
export function listedFamily(family: string): string {
  return ownFace(family, { fontWeight: 'normal', fontStyle: 'normal' });
}

/** Returns the files of an own font's family, including the file itself; empty for any other family. */
export function facesOfOwn(family: string): string[] {
  const face = brandFonts.faces[family];
  if (!face || !brandFonts.list.includes(family)) return [];
  return brandFonts.list.filter((url) => isSame(brandFonts.faces[url]?.family, face.family));
}

/** Returns the file of a family that best matches a shape; weight counts more than slant. Other families stay as is. */
export function ownFace(family: string, { fontWeight, fontStyle }: Shape): string {
  const far = (url: string) => {
    const { bold = false, italic = false } = brandFonts.faces[url] ?? {};
    return (bold === (fontWeight === 'bold') ? 0 : 2) + (italic === (fontStyle === 'italic') ? 0 : 1);
  };
  return facesOfOwn(family).reduce((best, url) => (far(url) < far(best) ? url : best), family);
}

/** Returns whether a family is one of the user's own fonts. */
export function isOwnFamily(family: string): boolean {
  return facesOfOwn(family).length > 0;
}

/** Returns whether two names or files stand for the same family. */
export function isSameFamily(one: string, other: string): boolean {
  return isSame(one, other) || facesOfOwn(one).includes(other);
}

/** Returns the display name of a family; for an own font, the name in its file. */
export function familyTitle(family: string): string {
  return brandFonts.faces[family]?.family ?? fontTitle(family);
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
