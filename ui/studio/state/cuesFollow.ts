import { withCuesFollowingStep } from '../../../engine/edit/followSpeech.ts';
import { newId } from '../../../engine/project/id.ts';
import { completeEdits } from './studio.ts';

// Apart from the first load: whatever cuts or moves speech is loaded together with this.
completeEdits((base, now, edited) => withCuesFollowingStep(base, now, edited, newId));
