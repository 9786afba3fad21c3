import { regionOfLanguage } from '../project/eastAsianRegion.ts';
import type { SubtitlesLayer } from '../project/layers.ts';
import type { Cue } from '../project/subtitles.ts';
import { still } from './animation.ts';
import { type Kind, letterColors, plainKind } from './kind.ts';

/** Cues that come and go in one box. Which of them are shown at a time comes with the painters, see `cueStates.ts`. */
export const subtitles: Kind<SubtitlesLayer> = {
  ...plainKind,
  title: () => 'Subtitles',
  isMoving: () => true,
  stateAt: ({ at = 0 }, t) => ({ ...still, time: at + t }),
  restingState: ({ at = 0 }, t) => ({ ...still, time: at + t }),
  over: ({ cues, at = 0 }) => Math.max(0, ...cues.map(({ endTime }) => endTime - at)),
  afterCut: ({ at = 0, ...layer }, after) => ({ ...layer, at: at + after }),
  lettering: ({ cues, languageCode, fontFamily, fontWeight, fontStyle }) => [
    {
      ...{ fontFamily, fontWeight, fontStyle, region: regionOfLanguage(languageCode) },
      text: lettersOf(cues),
    },
  ],
  colorField: letterColors,
};

const known = new WeakMap<readonly Cue[], string>();

/** Every letter of subtitles once. A browser that is asked for fonts takes a tenth of a second for the text of thousands. */
function lettersOf(cues: readonly Cue[]): string {
  const letters = known.get(cues) ?? [...new Set(cues.map(({ text }) => text).join(''))].join('');
  known.set(cues, letters);
  return letters;
}
