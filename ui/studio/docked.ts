/** The panels around the canvas on wide screens, loaded with the first layer. */
export { DockedTimeline } from './timeline/DockedTimeline.tsx';
