/** Returns whether a font family is the address of a font file, not the name of a shared font. */
export function isFontFile(family: string): boolean {
  return /[^/\\]\.(ttf|otf|woff2)$/i.test(family);
}
