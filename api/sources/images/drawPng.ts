import { createCanvas, loadImage } from '@napi-rs/canvas';
import { limitConcurrency } from '../../system/limitConcurrency.ts';

/** How many drawings are made at a time. */
const turns = limitConcurrency(2);

/** Paints a drawing on a clear ground. @param svg that names no other files: the painter would open them. */
export function drawPng(svg: string, side: number): Promise<Buffer> {
  return turns(async () => {
    const picture = await loadImage(Buffer.from(svg));
    const canvas = createCanvas(side, side);
    canvas.getContext('2d').drawImage(picture, 0, 0, side, side);
    return canvas.encode('png');
  });
}
