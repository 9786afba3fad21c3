/** What actions on the project need, but not the Studio's first screen. Loaded soon after it, or on demand. */
export { addAll, fetchSample, SAMPLE_VIDEO } from '../../media/addAll.ts';
export { withFittedTexts } from '../../player/fitTexts.ts';
export { thumbnail } from '../../player/thumbnail.ts';
export { packProject } from '../../projects/packProject.ts';
export { unpackProject } from '../../projects/unpackProject.ts';
export { importCueFiles } from './dropCues.ts';
export { refusalOf, sendProject } from './send.ts';
export { tidy } from './tidy.ts';
