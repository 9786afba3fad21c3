/** The panels for effects, animation, motion, timing, audio and transitions; routes.ts loads them together. */
export { ChromaKey } from './ChromaKey.tsx';
export { Filters } from './Filters.tsx';
export { Keyframes } from './Keyframes.tsx';
export { LayerAnimations } from './LayerAnimations.tsx';
export { Motion } from './Motion.tsx';
export { PictureStyle } from './PictureStyle.tsx';
export { Speed } from './Speed.tsx';
export { Time } from './Time.tsx';
export { TransitionPanel } from './TransitionPanel.tsx';
export { Volume } from './Volume.tsx';
