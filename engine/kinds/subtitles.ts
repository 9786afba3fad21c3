import { regionOfLanguage } from '../project/eastAsianRegion.ts';
import type { SubtitlesLayer } from '../project/layers.ts';
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
      text: cues.map(({ text }) => text).join(''),
    },
  ],
  colorField: letterColors,
};
