import path from 'node:path';
import { printPicture } from '../../renderer/paint/printPicture.ts';
import { ffmpegMemory, type Limits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { Derivation } from './derivation.ts';

const limits: Limits = { wallSeconds: 120, cpuSeconds: 240, memory: 8 * 1024 ** 3, fileSize: 1024 ** 3 };
/** Memory per pixel for decoding and encoding: up to eight bytes for the source, four for the PNG. */
const BYTES_PER_PIXEL = 12;

/** PNG of an image that browsers do not support, such as a TIFF: upright, in its original size. */
export const picture: Derivation = {
  file: 'picture-1.png',
  type: 'image/png',
  isOf: ({ kind, animated }) => kind === 'image' && !animated,
  async make(file, probe, { out, budget, signal }) {
    const pixels = probe.codedWidth * probe.codedHeight;
    const disk = { folder: path.dirname(out), bytes: 4 * pixels };
    const run = () => runFfmpeg(printPicture(file, probe, out), { limits, signal, isBackground: true });
    await budget.run({ memory: ffmpegMemory + BYTES_PER_PIXEL * pixels, decoders: 1, disk }, run, signal);
  },
};
