/** Whether a font family is the address of a file with a font of a person's own, not the name of one that all have. */
export function isFontFile(family: string): boolean {
  return /[^/\\]\.(ttf|otf|woff2)$/i.test(family);
}
