import { createCanvas } from '@napi-rs/canvas';
import { decodeFrame } from './decode.ts';

/** An image for a file input or a drop. */
interface ColoredPicture {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const named = { red: [230, 40, 40], green: [40, 170, 70], blue: [40, 70, 220], yellow: [245, 220, 60] } as const;
/** Colors that are distinguishable. */
export type Name = keyof typeof named | 'black' | 'white';
const all: Record<Name, readonly [number, number, number]> = { ...named, black: [0, 0, 0], white: [255, 255, 255] };

/**
 * Creates an image of four colors: upper left and right, lower left and right; 240 × 160 pixels, named after the first.
 */
export const quarters = (...colors: Name[]): ColoredPicture => {
  const canvas = createCanvas(240, 160);
  const ctx = canvas.getContext('2d');
  colors.forEach((name, at) => {
    ctx.fillStyle = `rgb(${all[name].join(' ')})`;
    ctx.fillRect((at % 2) * 120, at < 2 ? 0 : 80, 120, 80);
  });
  return { name: `${colors[0]}.png`, mimeType: 'image/png', buffer: canvas.toBuffer('image/png') };
};

/** Creates an image of one color. */
export const plain = (name: Name) => quarters(name, name, name, name);

/** Returns the colors of a result at a time, at the centers of a grid, row by row. */
export const colorsOf = (file: string, columns: number, rows: number, t = 0): Name[] => {
  const [across, down] = [columns * 9, rows * 9];
  const pixels = decodeFrame(file, t, across, down);
  return Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [(index % columns) * 9 + 4, Math.floor(index / columns) * 9 + 4];
    return nearest([0, 1, 2].map((channel) => pixels[4 * (y * across + x) + channel] as number));
  });
};
const nearest = (pixel: readonly number[]): Name => {
  const far = (name: Name) => Math.hypot(...pixel.map((value, channel) => value - (all[name][channel] as number)));
  return (Object.keys(all) as Name[]).reduce((best, name) => (far(name) < far(best) ? name : best));
};
