import * as z from 'zod';
import { strictRatio } from '../project/fields.ts';
import { clipDuration, joinClips, severalVisible } from './clips.ts';
import { field } from './field.ts';
import { framing, framingTexts, ratioTexts } from './frame.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  montageRatio: field(strictRatio.default('1:1'), ratioTexts),
  montagePositioning: field(framing.default('crop'), framingTexts),
  clipDuration,
});

/** Montage maker: joins images and videos, cropped or fitted to one frame. */
export const montage: Tool<typeof settings> = {
  id: 'montage',
  title: 'Montage maker',
  route: '/montage-maker',
  summary: 'Join videos and images into one video.',
  inputs: severalVisible,
  settings,
  flags: ['isMontage'],
  says: { isMaker: true, maker: 'montage', isImage: false, isGIF: false },
  compile: ({ montageRatio, montagePositioning, clipDuration: length }, clips) =>
    joinClips(clips, { ratio: montageRatio, positioning: montagePositioning, clipDuration: length }),
};
