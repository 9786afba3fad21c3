/** Whether this is a Mac or one of its relatives, where Command takes the place of Ctrl. */
export function isMac(platform: string = navigator.platform): boolean {
  return /Mac|iPhone|iPad/.test(platform);
}
