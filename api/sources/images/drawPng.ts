import { createCanvas, loadImage } from '@napi-rs/canvas';
import { limitConcurrency } from '../../system/limitConcurrency.ts';

/** Concurrent drawings. */
const turns = limitConcurrency(2);

/** Paints an SVG on a transparent background. @param svg must not refer to files: the painter would open them. */
export function drawPng(svg: string, side: number): Promise<Buffer> {
  return turns(async () => {
    const picture = await loadImage(Buffer.from(svg));
    const canvas = createCanvas(side, side);
    canvas.getContext('2d').drawImage(picture, 0, 0, side, side);
    return canvas.encode('png');
  });
}
