import type { Box } from '../../engine/layout/box.ts';
import { defaultFamilies } from '../../engine/painters/fonts.ts';
import type { TextLayer } from '../../engine/project/layers.ts';
import { layer as layerSchema } from '../../engine/project/layers.ts';

/** Texts whose glyphs extend far beyond their lines, or are joined. */
export const inkTexts = ['fjord Å', 'ﷺ مِرْحَبًا', 'שָׁלוֹם (|)', '👩‍🚒🇩🇪 Ź̧̛̆̈̋', 'Wjgqy\nÀ ẤỆ'];

/** Their box on a canvas of 400 × 400 pixels, with space around it. */
export const inkBox: Box = { x: 100, y: 150, width: 200, height: 100, rotation: 0 };

/** Returns a text in each default font, with varying style, outline and alignment. */
export function inkLayers(text: string): TextLayer[] {
  return defaultFamilies.map(
    (fontFamily, i) =>
      layerSchema.parse({
        ...{ id: 'x', type: 'text', text, fontFamily, fontWeight: i % 2 ? 'bold' : 'normal' },
        ...{ fontStyle: i % 3 ? 'normal' : 'italic', textAlign: ['left', 'center', 'right'][i % 3] },
        ...{ textShadow: i % 4 < 2 ? 'black' : 'none', letterSpacing: [0, 0.2, -0.1][i % 3] },
      }) as TextLayer,
  );
}
