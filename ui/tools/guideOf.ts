/** Returns the path of a tool's guide. */
export function guideOf(id: string): string {
  return `/resources/${id}`;
}
