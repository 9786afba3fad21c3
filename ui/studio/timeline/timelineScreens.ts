/** The timeline and what stands below it; routes.ts loads them together. */
export { default as Timeline } from './Timeline.tsx';
export { TimelineFooter } from './TimelineFooter.tsx';
