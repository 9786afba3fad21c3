/** The browser's eye dropper, if supported (WICG EyeDropper API). */
interface EyeDropperApi {
  EyeDropper?: new () => { open(): Promise<{ sRGBHex: string }> };
}

/** Whether this browser can pick a color from the screen. */
export function canPickFromScreen(): boolean {
  return typeof (globalThis as EyeDropperApi).EyeDropper === 'function';
}

/** Lets the user pick a color from the screen. @returns # and six hex digits; undefined if cancelled or unsupported. */
export async function pickFromScreen(): Promise<string | undefined> {
  const { EyeDropper } = globalThis as EyeDropperApi;
  if (!EyeDropper) return undefined;
  try {
    return (await new EyeDropper().open()).sRGBHex.toLowerCase();
  } catch {
    return undefined;
  }
}
