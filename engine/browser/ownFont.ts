import { hasAxes } from '../formats/fontAxes.ts';
import type { FontFace as Face } from '../painters/fonts.ts';
import { learnOwnFont } from '../painters/ownFonts.ts';
import { fontFiles } from './fontFiles.ts';

/**
 * Loads a user's font file into the page by its bytes, because stylesheets may not load it. @throws Error if it fails.
 */
export async function loadOwnFont({ family, file, weight, style }: Face): Promise<void> {
  await fontFiles.bring(file);
  const address = fontFiles.addressOf ? fontFiles.addressOf(file) : file;
  if (address === undefined) throw new Error('The file does not exist.');
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  // Declared with all weights, so the browser does not synthesize bold.
  const bytes = await answer.arrayBuffer();
  const font = new FontFace(family, bytes, { weight: '100 900', style });
  document.fonts.add(await font.load());
  const canvas = new OffscreenCanvas(64, 64);
  const ctx = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  // Letters that the font lacks come from another one, which may have a bold weight.
  const hasBold = hasAxes(bytes) && inkOf(ctx, family, 700) !== inkOf(ctx, family, 400);
  ctx.font = `${weight} 1000px "${family}"`;
  learnOwnFont(file, ctx.measureText('x'), hasBold);
}

/** Returns how much area some letters cover. */
function inkOf(ctx: OffscreenCanvasRenderingContext2D, family: string, weight: number): number {
  ctx.clearRect(0, 0, 64, 64);
  ctx.font = `${weight} 40px "${family}"`;
  ctx.fillText('ox1', 0, 50);
  return ctx.getImageData(0, 0, 64, 64).data.reduce((sum, value) => sum + value, 0);
}
