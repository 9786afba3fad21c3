import { fontStack } from '../../engine/painters/fonts.ts';
import type { Layer } from '../../engine/project/layers.ts';

/**
 * Loads the font files that the texts of some layers need: the files that the renderer uses, by the style sheet
 * that the page carries. A file that does not come leaves the text to another font; it is never an error.
 */
export async function loadFonts(layers: readonly Layer[]): Promise<void> {
  const texts = layers.filter((layer) => layer.type === 'text');
  await Promise.all(
    texts.map(async ({ text, fontFamily, fontWeight, fontStyle }) => {
      const weight = fontWeight === 'bold' ? 700 : 400;
      await document.fonts.load(`${fontStyle} ${weight} 16px ${fontStack(fontFamily)}`, text).catch(() => []);
    }),
  );
}
