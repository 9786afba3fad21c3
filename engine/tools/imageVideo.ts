import * as z from 'zod';
import { MAX_TOOL_SECONDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import { parseProject } from '../project/parse.ts';
import { field } from './field.ts';
import { frameFor, framing, framingTexts, objectFits, ratioChoices, ratioOrNone } from './frame.ts';
import { onlySource } from './inputs.ts';
import { imageLayerOf, isPicture, surroundOf, usualSurround, videoLayerOf, videoSize, wholeFrame } from './source.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  imageVideoDuration: field(z.number().min(MIN_CUSTOM_SECONDS).max(MAX_TOOL_SECONDS).default(15), {
    title: 'Length',
    description: 'length of the video',
    unit: 's',
  }),
  videoRatio: field(ratioOrNone.default('none'), {
    title: 'Aspect ratio',
    description: 'aspect ratio of the video, width to height; none: that of the image',
    control: 'choice',
    choices: { none: 'Same as the image', ...ratioChoices },
  }),
  videoPosition: field(framing.default('crop'), framingTexts),
});

/** Image to video: shows an image for a set time; a GIF loops. */
export const imageVideo: Tool<typeof settings> = {
  id: 'image-video',
  title: 'Image to video',
  route: '/image-to-video',
  summary: 'Create a video from an image or GIF.',
  inputs: { min: 1, max: 1, kinds: ['image', 'animation'] },
  settings,
  flags: ['isImageVideo'],
  compile({ imageVideoDuration: duration, videoRatio, videoPosition }, sources) {
    const source = onlySource(sources);
    const size = videoRatio === 'none' ? videoSize(source) : frameFor(videoSize(source), videoRatio, videoPosition);
    const whole = { startTime: 0, endTime: source.duration, isTrimmed: false };
    const shown = isPicture(source) ? imageLayerOf(source) : videoLayerOf(source, whole);
    const layers = [
      { ...shown, position: wholeFrame, objectFit: videoRatio === 'none' ? 'fill' : objectFits[videoPosition] },
    ];
    const scenes = [
      { id: 'scene', background: surroundOf(source, usualSurround), duration, isImageVideo: true, layers },
    ];
    return parseProject({ ...size, ratio: `${size.width}:${size.height}`, videoType: 'mp4', scenes });
  },
};
