import type { Page } from 'playwright';
import { parseProject } from '../../../engine/project/parse.ts';
import { composeVideo } from '../../support/composeVideo.ts';
import { framesOf } from '../../support/renderLab.ts';
import { samplesDir } from './page.ts';
import { canvasOf } from './parts.ts';
import type { StoredState } from './studio.ts';

/** Pixels of the canvas, scaled to the size of the project, as RGBA. */
export async function shownPixels(page: Page, width: number, height: number): Promise<Uint8ClampedArray> {
  const pixels = await canvasOf(page).evaluate(
    (canvas: HTMLCanvasElement, [wide, high]) => {
      const ctx = new OffscreenCanvas(wide, high).getContext('2d') as OffscreenCanvasRenderingContext2D;
      ctx.imageSmoothingQuality = 'high';
      ctx.drawImage(canvas, 0, 0, wide, high);
      const { data } = ctx.getImageData(0, 0, wide, high);
      let text = '';
      for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
      return btoa(text);
    },
    [width, height] as const,
  );
  return new Uint8ClampedArray(Buffer.from(pixels, 'base64'));
}

/** A server-rendered frame of a stored project just before encoding, as RGBA. @param out file to write. */
export async function composedFrame(state: StoredState, frame: number, out: string): Promise<Uint8ClampedArray> {
  const parsed = parseProject(state);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const { width, height } = parsed.value;
  await composeVideo(parsed.value, out, async (url) => url.replace(/^\/samples/, samplesDir));
  return framesOf(out, width, height)[frame] as Uint8ClampedArray;
}
