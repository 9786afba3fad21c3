/** Whether a font family is the address of a file with a font of a person's own, not the name of one that all have. */
export function isFontFile(family: string): boolean {
  return /[^/\\]\.(ttf|otf|woff2)$/i.test(family);
}

/** What people call a family: of a file its name without its ending. */
export function fontTitle(family: string): string {
  if (!isFontFile(family)) return family;
  const name = family
    .replace(/^.*[/\\]/, '')
    .replace(/\.\w+$/, '')
    .replaceAll('_', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
