/** The panels around the canvas on wide screens, loaded with the first layer. */
export { Inspector } from './properties/Inspector.tsx';
export { DockedTimeline } from './timeline/DockedTimeline.tsx';
