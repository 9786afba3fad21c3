/** The animation of a text and what stands below it; routes.ts loads them together. */
export { default as Animate } from './Animate.tsx';
export { AnimateFooter } from './AnimateFooter.tsx';
