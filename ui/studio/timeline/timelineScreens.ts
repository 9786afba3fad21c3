/** The timeline and its footer; routes.ts loads them together. */
export { default as Timeline } from './Timeline.tsx';
export { TimelineFooter } from './TimelineFooter.tsx';
