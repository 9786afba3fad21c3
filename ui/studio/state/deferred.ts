/** What actions on the project need, but not the Studio's first screen. Loaded soon after it, or on demand. */

import './cuesFollow.ts';

export { withFittedTexts } from '../../../engine/browser/fitTexts.ts';
export { addAll, fetchSample, SAMPLE_SOUND, SAMPLE_VIDEO } from '../../client/media/addAll.ts';
export { packProject } from '../../client/projects/packProject.ts';
export { unpackProject } from '../../client/projects/unpackProject.ts';
export { thumbnail } from '../../player/thumbnail.ts';
export { addPlaceholder, addText, landMedia } from './addLayers.ts';
export { importCueFiles } from './dropCues.ts';
export { retainHistory } from './retainHistory.ts';
export { submitProject } from './submitProject.ts';
export { tidy } from './tidy.ts';
