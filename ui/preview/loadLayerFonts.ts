import { FONT_TIMEOUT_MS, loadFonts } from '../../engine/browser/loadFonts.ts';
import type { Layer } from '../../engine/project/layers.ts';

/**
 * Loads the font files that the texts of layers need, and waits at most as long as the studio specification says (§9: 3
 * s). Text whose font does not load uses another font; this is never an error.
 */
export async function loadLayerFonts(layers: readonly Layer[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, FONT_TIMEOUT_MS);
  });
  await Promise.race([loadFonts(layers), late]);
  clearTimeout(timer);
}
