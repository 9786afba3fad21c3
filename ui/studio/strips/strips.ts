import { createFilmstrips } from '../../../engine/browser/strips/filmstrip.ts';
import { createWaveforms } from '../../../engine/browser/strips/waveform.ts';
import { localUrlOf } from '../../media/mediaTable.ts';

/** The filmstrips of the page. */
export const filmstrips = createFilmstrips({ urlOf: localUrlOf });

/** The waveforms of the page. */
export const waveforms = createWaveforms({ urlOf: localUrlOf });
