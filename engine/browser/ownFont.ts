import type { FontFace as Face } from '../painters/fonts.ts';
import { learnOwnFont } from '../painters/ownFonts.ts';
import { fontFiles } from './fontFiles.ts';

/** Loads a font file of somebody's own into the page, by its bytes: no style sheet may load it. @throws Error when it does not come. */
export async function loadOwnFont({ family, file, weight, style }: Face): Promise<void> {
  const address = fontFiles.addressOf(file);
  if (address === undefined) throw new Error('The file is not there.');
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const font = new FontFace(family, await answer.arrayBuffer(), { weight: String(weight), style });
  document.fonts.add(await font.load());
  const ctx = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  ctx.font = `${weight} 1000px "${family}"`;
  learnOwnFont(file, ctx.measureText('x'));
}
