/** Whether the present page was opened by DONE in the Studio; the browser remembers it through a reload. */
export function cameFromStudio(): boolean {
  return history.state?.from === 'studio';
}

/** Where the work behind a render is: the Studio, or the desk on the first page. */
export function workPath(): string {
  return cameFromStudio() ? '/studio/editor' : '/';
}
