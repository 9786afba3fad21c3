import { fontFaceCss, fontStack } from '../../engine/painters/fonts.ts';
import type { Layer } from '../../engine/project/layers.ts';

let declared = false;

/**
 * Loads the font files that the texts of some layers need, the same files that the renderer uses.
 * A file that does not come leaves the text to another font; it is never an error.
 */
export async function loadFonts(layers: readonly Layer[]): Promise<void> {
  declareFonts();
  const texts = layers.filter((layer) => layer.type === 'text');
  await Promise.all(
    texts.map(async ({ text, fontFamily, fontWeight, fontStyle }) => {
      const weight = fontWeight === 'bold' ? 700 : 400;
      await document.fonts.load(`${fontStyle} ${weight} 16px ${fontStack(fontFamily)}`, text).catch(() => []);
    }),
  );
}

/** Tells the page where every font file is; the browser fetches those that are asked for. */
function declareFonts(): void {
  if (declared) return;
  declared = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(fontFaceCss((file) => `/fonts/${file}`));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
