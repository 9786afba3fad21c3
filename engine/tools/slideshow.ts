import * as z from 'zod';
import { strictRatio } from '../project/fields.ts';
import { type ImageMotion, imageMotions, transitionTypes } from '../project/videoEffects.ts';
import { clipDuration, joinClips, music, severalVisible, transitionField } from './clips.ts';
import { field } from './field.ts';
import { framing, framingTexts, ratioTexts } from './frame.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  clipDuration,
  transition: field(z.enum(transitionTypes).default('dissolve'), transitionField),
  transitionDuration: field(z.number().min(0.1).max(5).default(0.5), {
    title: 'Transition length',
    description: 'length of the transition',
    unit: 's',
  }),
  motion: field(z.enum(['none', 'varied', ...imageMotions]).default('none'), {
    title: 'Motion',
    description: 'slow motion of images (Ken Burns)',
    choices: {
      ...{ none: 'None', varied: 'Varied', 'zoom-in': 'Zoom in', 'zoom-out': 'Zoom out', 'pan-left': 'Pan left' },
      ...{ 'pan-right': 'Pan right', 'pan-up': 'Pan up', 'pan-down': 'Pan down' },
    },
  }),
  ratio: field(strictRatio.default('16:9'), ratioTexts),
  positioning: field(framing.default('fit'), framingTexts),
});

/** Returns the motions of images, in turn. */
function motionsOf(motion: z.output<typeof settings>['motion']): ImageMotion['type'][] {
  if (motion === 'varied') return ['zoom-in', 'pan-right', 'zoom-out', 'pan-left'];
  return motion === 'none' ? [] : [motion];
}

/** Slideshow: shows images in sequence, each for its own time, with music. */
export const slideshow: Tool<typeof settings> = {
  id: 'slideshow',
  title: 'Slideshow',
  route: '/slideshow',
  summary: 'Show images one after another, with motion, transitions and music.',
  inputs: { ...severalVisible, kinds: ['image', 'animation'] },
  extra: music,
  settings,
  flags: ['isSlideshow'],
  says: { isImage: false, isGIF: false },
  compile: ({ transition: type, transitionDuration: duration, motion, ...joining }, clips, sound) =>
    joinClips(clips, { ...joining, transition: { type, duration }, motions: motionsOf(motion) }, sound),
};
