/** Whether this is an Apple device, where Command replaces Ctrl. */
export function isMac(platform: string = navigator.platform): boolean {
  return /Mac|iPhone|iPad/.test(platform);
}
