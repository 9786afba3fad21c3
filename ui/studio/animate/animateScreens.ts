/** The animation screen and its footer; routes.ts loads them together. */
export { default as Animate } from './Animate.tsx';
export { AnimateFooter } from './AnimateFooter.tsx';
