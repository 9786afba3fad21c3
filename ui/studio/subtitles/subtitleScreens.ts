/** The screens of subtitles; panels/panels.ts loads them together. */
export { default as Subtitles } from './Subtitles.tsx';
export { default as Transcribe } from './Transcribe.tsx';
