import { sideBySide } from './sideBySide.ts';

/** The next scene pushes the previous one out, fast at first: easing out by the third power. */
export const push = sideBySide({
  js: (progress) => 1 - (1 - progress) ** 3,
  glsl: '(1.0 - pow(1.0 - progress, 3.0))',
  ffmpeg: (progress) => `(1-pow(1-${progress},3))`,
});
