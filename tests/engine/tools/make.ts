import type { MediaFacts } from '../../../engine/project/media.ts';
import { compileToolBody } from '../../../engine/tools/body.ts';

/** A video of 10 s with audio. */
export const clip: MediaFacts = {
  kind: 'video',
  width: 1280,
  height: 720,
  duration: 10,
  hasAudio: true,
  animated: false,
};
/** An animated GIF of 4 s with odd sides. */
export const gif: MediaFacts = { kind: 'image', width: 401, height: 301, duration: 4, hasAudio: false, animated: true };
/** An image. */
export const photo: MediaFacts = {
  kind: 'image',
  width: 960,
  height: 640,
  duration: 0,
  hasAudio: false,
  animated: false,
};

/** A song. */
export const song: MediaFacts = {
  kind: 'audio',
  width: 0,
  height: 0,
  duration: 30,
  hasAudio: true,
  animated: false,
};
/** Files by the names that rows use. */
export const facts = new Map<string, MediaFacts>([
  ['clip.mp4', clip],
  ['long.mp4', { ...clip, duration: 1801 }],
  ['moving.gif', gif],
  ['photo.jpg', photo],
  ['song.mp3', song],
]);

/** Compiles a body whose source has these facts. */
export const compile = (body: Record<string, unknown>, facts: MediaFacts = clip) =>
  compileToolBody({ sourceVideo: 'source', ...body }, new Map([['source', facts]]));
export const trim = (body: Record<string, unknown>, facts?: MediaFacts) =>
  compile({ isTrimmedOnly: true, ...body }, facts);
export const loop = (body: Record<string, unknown>, facts?: MediaFacts) => compile({ isLooped: true, ...body }, facts);
export const meme = (body: Record<string, unknown>, facts?: MediaFacts) => compile({ isMeme: true, ...body }, facts);
