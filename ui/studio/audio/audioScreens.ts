/** The screens of the audio track; routes.ts loads them together. */
export { default as Audio } from './Audio.tsx';
export { default as AudioTrimmer } from './AudioTrimmer.tsx';
export { finishAudio } from './finishAudio.ts';
