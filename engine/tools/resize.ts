import * as z from 'zod';
import { positionOf } from '../edit/percent.ts';
import type { Size } from '../layout/box.ts';
import { color, strictRatio } from '../project/fields.ts';
import { parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { field } from './field.ts';
import { frameFor, framing, framingTexts, ratioTexts } from './frame.ts';
import { onlySource } from './inputs.ts';
import { oneVisible, projectOf, surroundOf, usualSurround } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { SourceMedia, Tool } from './tool.ts';

const offset = z.number().min(-100).max(100).default(0);

const settings = z.object({
  resizeTemplate: field(strictRatio.default('1:1'), ratioTexts),
  resizeOption: field(framing.default('fit'), framingTexts),
  resizeZoom: field(z.number().min(10).max(300).default(100), {
    title: 'Zoom',
    description: 'size of the image; 100: as fitted or cropped',
    unit: '%',
  }),
  resizeXPos: field(offset, {
    title: 'Move across',
    description: 'share of the width of the frame, to the right',
    unit: '%',
  }),
  resizeYPos: field(offset, {
    title: 'Move down',
    description: 'share of the height of the frame, downward',
    unit: '%',
  }),
  resizeBackground: field(color.default(usualSurround), {
    title: 'Background',
    description: 'color of the area around the image',
    control: 'color',
  }),
  ...spanFields,
});

type ResizeSettings = z.output<typeof settings>;

/** Largest size of a box, in canvas sizes. */
const MAX_RATIO = 10;

/** Resize video: changes the frame's ratio; the image is fitted or cropped, zoomed and moved. */
export const resize: Tool<typeof settings> = {
  id: 'resize',
  title: 'Resize video',
  route: '/resize-video',
  summary: 'Fit a video, GIF or image into a frame with another aspect ratio.',
  inputs: oneVisible,
  settings,
  flags: ['videoResized'],
  compile(chosen, sources) {
    const source = onlySource(sources);
    const frame = frameFor(source, chosen.resizeTemplate, chosen.resizeOption);
    const box = pictureBox(chosen, source, frame);
    if (box.width > MAX_RATIO * frame.width || box.height > MAX_RATIO * frame.height) {
      const words = 'The image cannot be more than ten times as long as its frame.';
      return { ok: false, problems: [problem('range', ['resizeTemplate'], words)] };
    }
    const place = { position: positionOf(box, frame) };
    const background = surroundOf(source, chosen.resizeBackground);
    const project = projectOf(source, { size: frame, span: chosen, place, background });
    return project.ok ? parseProject(project.value) : project;
  },
};

/**
 * A length that differs from the frame only by rounding is set to the frame, so that no line of the background is
 * visible.
 */
function snapped(length: number, frame: number): number {
  return Math.abs(length - frame) <= 1 ? frame : length;
}

/** Returns the box of the image in its frame in pixels: zoomed around its center, then moved. */
function pictureBox(chosen: ResizeSettings, picture: SourceMedia, frame: Size) {
  const scales = [frame.width / picture.width, frame.height / picture.height];
  const scale = (chosen.resizeOption === 'fit' ? Math.min(...scales) : Math.max(...scales)) * (chosen.resizeZoom / 100);
  const width = snapped(picture.width * scale, frame.width);
  const height = snapped(picture.height * scale, frame.height);
  return {
    x: frame.width * (0.5 + chosen.resizeXPos / 100) - width / 2,
    y: frame.height * (0.5 + chosen.resizeYPos / 100) - height / 2,
    ...{ width, height, rotation: 0 },
  };
}
