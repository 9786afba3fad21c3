/** The panels for effects, animation, motion, timing, audio and transitions; routes.ts loads them together. */
export { default as ChromaKey } from './ChromaKey.tsx';
export { default as Filters } from './Filters.tsx';
export { default as Keyframes } from './Keyframes.tsx';
export { default as LayerAnimations } from './LayerAnimations.tsx';
export { default as Motion } from './Motion.tsx';
export { default as PictureStyle } from './PictureStyle.tsx';
export { default as Speed } from './Speed.tsx';
export { default as Time } from './Time.tsx';
export { default as TransitionPanel } from './TransitionPanel.tsx';
export { default as Volume } from './Volume.tsx';
