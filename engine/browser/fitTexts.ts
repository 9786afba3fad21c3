import { isText } from '../kinds/text.ts';
import { layerBox } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import type { Canvas2D } from '../painters/canvas.ts';
import { layoutText } from '../painters/text.ts';
import { hasBackground } from '../painters/textBackground.ts';
import { allLayers, mapLayers } from '../project/allLayers.ts';
import type { Layer, TextLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { FONT_TIMEOUT_MS, loadFonts } from './loadFonts.ts';

/** Returns the project with the painted font size written into each layer with `fitText`. Called before create. */
export async function withFittedTexts(project: Project): Promise<Project> {
  await loadLayerFonts(allLayers(project));
  return mapLayers(project, (layer) =>
    isText(layer) && layer.fitText ? { ...layer, fontSize: `${fitFontSize(project, layer)}px` } : layer,
  );
}

/**
 * The font size that fits a text into its box on the project's canvas, as the painter computes it.
 * @returns pixels, 6 to 500; the current size if this browser cannot measure text.
 */
export function fitFontSize(project: Project, layer: TextLayer): number {
  const ctx = measuringContext();
  if (!ctx) return Number.parseFloat(layer.fontSize);
  return layoutText(ctx, layer, layerBox(layer, canvasSize(project))).fontSize;
}

/** Height of the lines of a text with fixed size, including the padding of its background, in pixels. */
export function textHeight(project: Project, layer: TextLayer): number {
  const ctx = measuringContext();
  const box = layerBox(layer, canvasSize(project));
  const { fontSize, lines } = ctx
    ? layoutText(ctx, layer, box)
    : { fontSize: Number.parseFloat(layer.fontSize), lines: [layer.text] };
  return lines.length * layer.lineHeight * fontSize + (hasBackground(layer) ? 2 * layer.padding : 0);
}

function measuringContext(): Canvas2D | null {
  if (typeof OffscreenCanvas === 'undefined') return null;
  return new OffscreenCanvas(1, 1).getContext('2d') as unknown as Canvas2D | null;
}

/**
 * Loads the font files that the texts of layers need, and waits for at most 3 s, as the studio specification says. Text
 * whose font does not load uses another font; this is never an error.
 */
export async function loadLayerFonts(layers: readonly Layer[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, FONT_TIMEOUT_MS);
  });
  await Promise.race([loadFonts(layers), late]);
  clearTimeout(timer);
}
