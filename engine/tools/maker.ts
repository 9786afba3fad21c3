import * as z from 'zod';
import { strictRatio } from '../project/fields.ts';
import { transitionTypes } from '../project/videoEffects.ts';
import { clipDuration, joinClips, music, severalVisible, transitionField } from './clips.ts';
import { field } from './field.ts';
import { framing, framingTexts, ratioTexts } from './frame.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  ratio: field(strictRatio.default('1:1'), ratioTexts),
  positioning: field(framing.default('fit'), framingTexts),
  clipDuration,
  transition: field(z.enum(transitionTypes).default('cut'), transitionField),
});

/** Length of a transition, in seconds. */
const TRANSITION_SECONDS = 0.5;

/** Video maker: joins images and videos with transitions and music. */
export const maker: Tool<typeof settings> = {
  id: 'maker',
  title: 'Video maker',
  route: '/video-maker',
  summary: 'Create a video from videos and images, with transitions and music.',
  inputs: severalVisible,
  extra: music,
  settings,
  flags: ['isMaker'],
  says: { maker: 'maker', isMontage: false, isImage: false, isGIF: false },
  compile: ({ transition, ...joining }, clips, sound) =>
    joinClips(clips, { ...joining, transition: { type: transition, duration: TRANSITION_SECONDS } }, sound),
};
