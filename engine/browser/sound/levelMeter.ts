/** Peak levels of the left and right channel in dBFS, at most 0 unless they clip; −Infinity for silence. */
export type Levels = readonly [left: number, right: number];

/** Samples per reading: 43 ms at 48 kHz, more than the 17 ms between two frames of a screen. */
const WINDOW = 2048;

/** Measures the peaks of a stereo signal. */
export interface LevelMeter {
  /** Returns the peaks of the last 43 ms. */
  read(): Levels;
  dispose(): void;
}

/** Creates a meter for the output of a node, which stays as it is. */
export function createLevelMeter(context: BaseAudioContext, source: AudioNode): LevelMeter {
  // Mono becomes stereo here; a splitter alone would leave its second channel silent.
  const stereo = context.createGain();
  stereo.channelCount = 2;
  stereo.channelCountMode = 'explicit';
  const splitter = context.createChannelSplitter(2);
  const channels = [0, 1].map((channel) => {
    const analyser = context.createAnalyser();
    analyser.fftSize = WINDOW;
    splitter.connect(analyser, channel);
    return analyser;
  });
  source.connect(stereo).connect(splitter);
  const samples = new Float32Array(WINDOW);
  const peakOf = (analyser: AnalyserNode | undefined) => {
    analyser?.getFloatTimeDomainData(samples);
    return decibelsOf(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
  };
  return {
    read: () => [peakOf(channels[0]), peakOf(channels[1])],
    dispose() {
      source.disconnect(stereo);
      splitter.disconnect();
    },
  };
}

/** Returns a linear amplitude in dBFS. */
export function decibelsOf(amplitude: number): number {
  return 20 * Math.log10(amplitude);
}

/** The speed at which a shown level falls, in dB per second: 20 dB in 1.7 s (IEC 60268-10, type I). */
const FALL = 20 / 1.7;

/** Returns the level to show: a louder one at once, a quieter one falling. @param seconds since the level before. */
export function fallenLevel(before: number, now: number, seconds: number): number {
  return Math.max(now, before - FALL * seconds);
}
