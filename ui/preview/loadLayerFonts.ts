import { FONT_TIMEOUT_MS, loadFonts } from '../../engine/browser/loadFonts.ts';
import type { Layer } from '../../engine/project/layers.ts';

/**
 * Loads the font files that the texts of some layers need, and waits for them as long as the studio spec says (§9: 3 s).
 * A file that does not come leaves the text to another font; it is never an error.
 */
export async function loadLayerFonts(layers: readonly Layer[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, FONT_TIMEOUT_MS);
  });
  await Promise.race([loadFonts(layers), late]);
  clearTimeout(timer);
}
