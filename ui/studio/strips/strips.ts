import { createFilmStrips } from '../../../engine/browser/strips/filmStrip.ts';
import { createWaveforms } from '../../../engine/browser/strips/waveform.ts';
import { localUrlOf } from '../../media/mediaTable.ts';

/** The film strips of the page. */
export const filmStrips = createFilmStrips({ urlOf: localUrlOf });

/** The waveforms of the page. */
export const waveforms = createWaveforms({ urlOf: localUrlOf });
