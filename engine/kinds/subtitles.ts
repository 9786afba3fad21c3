import { regionOfLanguage } from '../project/eastAsianRegion.ts';
import type { SubtitlesLayer } from '../project/layers.ts';
import type { Cue } from '../project/subtitles.ts';
import { stillState } from './animation.ts';
import { type Kind, letterColors, plainKind } from './kind.ts';

/** Timed cues in one box. `cueStates.ts` finds the visible ones; it is loaded with the painters. */
export const subtitles: Kind<SubtitlesLayer> = {
  ...plainKind,
  title: () => 'Subtitles',
  styleFamily: 'letters',
  isMoving: () => true,
  stateAt: ({ at = 0 }, t) => ({ ...stillState, time: at + t }),
  restingState: ({ at = 0 }, t) => ({ ...stillState, time: at + t }),
  over: ({ cues, at = 0 }) => Math.max(0, ...cues.map(({ endTime }) => endTime - at)),
  afterCut: ({ at = 0, ...layer }, after) => ({ ...layer, at: at + after }),
  words: ({ cues }) => cues.find(({ text }) => text.trim() !== '')?.text ?? '',
  lettering: ({ cues, languageCode, fontFamily, fontWeight, fontStyle }) => [
    {
      ...{ fontFamily, fontWeight, fontStyle, region: regionOfLanguage(languageCode) },
      text: lettersOf(cues),
    },
  ],
  colorField: letterColors,
};

const known = new WeakMap<readonly Cue[], string>();

/**
 * Returns each distinct letter of the subtitles. Checking fonts for thousands of cues takes a browser a tenth of a
 * second.
 */
function lettersOf(cues: readonly Cue[]): string {
  const letters = known.get(cues) ?? [...new Set(cues.map(({ text }) => text).join(''))].join('');
  known.set(cues, letters);
  return letters;
}
