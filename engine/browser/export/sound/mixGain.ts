import { findGain, TRUE_PEAK } from '../../../timeline/loudness.ts';
import { LoudnessMeter } from '../../../timeline/loudnessMeter.ts';
import { HERTZ } from '../../../timeline/soundtrack.ts';
import { inSlices } from '../../inSlices.ts';
import { Limiter } from './limiter.ts';
import { createSoundMixer, type Mastering, type ProcessedClip } from './mix.ts';

/** Samples mixed at a time: some milliseconds of work. */
const PIECE = HERTZ / 4;
/** Usual number of measurements. */
const USUAL_ROUNDS = 2;

/** Options of finding a mastering. */
export interface MasteringOptions {
  /** LUFS. */
  target: number;
  /** Largest true peak before encoding, in decibels; default TRUE_PEAK. */
  ceiling?: number | undefined;
  signal: AbortSignal;
  /** Receives the progress, 0 to 1. */
  onProgress: (ratio: number) => void;
}

/**
 * Returns the mastering that brings a mix to a loudness, as the renderer does; undefined for silence, which stays
 * unchanged.
 * @param total samples of the mix. @throws the signal's reason if aborted.
 */
export async function findMastering(
  clips: readonly ProcessedClip[],
  total: number,
  { target, ceiling = TRUE_PEAK, signal, onProgress }: MasteringOptions,
): Promise<Mastering | undefined> {
  let round = 0;
  const measure = async (gain: number | undefined) => {
    const reportRound = (ratio: number) => onProgress(Math.min(1, (round + ratio) / USUAL_ROUNDS));
    const work = loudnessOf(clips, total, gain === undefined ? { gain: 1 } : masteringOf(gain, ceiling));
    const found = await inSlices(work, signal, reportRound);
    round += 1;
    return found;
  };
  const gain = await findGain(target, measure);
  return gain === undefined ? undefined : masteringOf(gain, ceiling);
}

/** Returns a mastering with a limiter of its own, which is used once. @param gain, ceiling decibels. */
export function masteringOf(gain: number, ceiling: number): Mastering {
  return { gain: 10 ** (gain / 20), limiter: new Limiter({ ceiling: 10 ** (ceiling / 20), isTrue: true }) };
}

function* loudnessOf(clips: readonly ProcessedClip[], total: number, mastering: Mastering): Generator<number, number> {
  const mix = createSoundMixer(clips, mastering);
  const meter = new LoudnessMeter();
  for (let at = 0; at < total; at += PIECE) {
    meter.add(...mix.next(Math.min(PIECE, total - at)));
    yield at / total;
  }
  return meter.loudness;
}
