import * as z from 'zod';
import { strictRatio } from '../project/fields.ts';
import { transitionTypes } from '../project/videoEffects.ts';
import { clipDuration, joinClips, music, severalSeen, transitionField } from './clips.ts';
import { field } from './field.ts';
import { framing, framingWords, ratioWords } from './frame.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  clipDuration,
  transition: field(z.enum(transitionTypes).default('fade'), transitionField),
  transitionDuration: field(z.number().min(0.1).max(5).default(0.5), {
    title: 'Transition length',
    description: 'how long one takes to follow the other',
    unit: 's',
  }),
  ratio: field(strictRatio.default('16:9'), ratioWords),
  positioning: field(framing.default('fit'), framingWords),
});

/** Slideshow: pictures one after the other, each for its own time, and music under them. */
export const slideshow: Tool<typeof settings> = {
  id: 'slideshow',
  title: 'Slideshow',
  route: '/slideshow',
  summary: 'Shows pictures one after the other, with transitions and music.',
  inputs: { ...severalSeen, kinds: ['image', 'animation'] },
  beside: music,
  settings,
  flags: ['isSlideshow'],
  says: { isImage: false, isGIF: false },
  compile: ({ transition: type, transitionDuration: duration, ...joining }, clips, sound) =>
    joinClips(clips, { ...joining, transition: { type, duration } }, sound),
};
