import { createFilmstrips } from '../../../engine/browser/strips/filmstrip.ts';
import { createWaveforms } from '../../../engine/browser/strips/waveform.ts';
import { trackIn, tracksOf, trackUrlOf } from '../../media/audioTracks.ts';
import { peaksOf, picturesOf } from '../../media/derived.ts';
import { playableUrlOf } from '../../media/mediaTable.ts';
import { stripStillsOf } from '../../media/stills.ts';

/** Filmstrip cache of the page. */
export const filmstrips = createFilmstrips({ urlOf: playableUrlOf, picturesOf, videoFallback: stripStillsOf });

/** The waveforms of the page. */
export const waveforms = createWaveforms({
  urlOf: trackUrlOf,
  peaksOf(url, duration, signal, audioTrack) {
    const known = tracksOf(url);
    return peaksOf(url, duration, signal, known && trackIn(known, audioTrack));
  },
});
