import * as z from 'zod';
import { positionOf } from '../edit/percent.ts';
import { parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { oneVisible, outputSize, projectOf } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

/** Normalizes angles: -90 means 270, and 450 means 90. */
const withinCircle = (angle: unknown) => (typeof angle === 'number' ? ((angle % 360) + 360) % 360 : angle);

const settings = z.object({
  rotation: field(z.literal([0, 90, 180, 270]).default(0), {
    title: 'Rotate clockwise',
    description: 'clockwise rotation',
    unit: '°',
    choices: { 0: '0°', 90: '90°', 180: '180°', 270: '270°' },
    read: withinCircle,
  }),
  flipped: field(z.boolean().default(false), {
    title: 'Flip',
    description: 'flips the result horizontally',
  }),
  ...spanFields,
});

/** Largest size of a box, in canvas sizes. */
const MAX_RATIO = 10;

/** Rotate video: by multiples of 90°, optionally flipped; the canvas gets the ratio of the result. */
export const rotate: Tool<typeof settings> = {
  id: 'rotate',
  title: 'Rotate video',
  route: '/rotate-video',
  summary: 'Rotate a video, GIF or image in 90° steps, or flip it.',
  inputs: oneVisible,
  settings,
  flags: ['isRotate'],
  compile({ rotation, flipped, ...span }, sources) {
    const source = onlySource(sources);
    const { width, height } = outputSize(source);
    const isOnSide = rotation % 180 !== 0;
    if (isOnSide && Math.max(width / height, height / width) > MAX_RATIO) {
      const words = 'An image more than ten times as long as it is high cannot be rotated by 90°.';
      return { ok: false, problems: [problem('range', ['rotation'], words)] };
    }
    const size = isOnSide ? { width: height, height: width } : { width, height };
    const box = { x: (size.width - width) / 2, y: (size.height - height) / 2, width, height, rotation };
    // A layer is flipped before it is rotated: on its side, its top and bottom become left and right.
    const mirror = isOnSide ? { flippedVertical: flipped } : { flipped };
    const project = projectOf(source, { size, span, place: { position: positionOf(box, size), ...mirror } });
    return project.ok ? parseProject(project.value) : project;
  },
};
