import type { CutVideo } from '../../engine/edit/cueStrikes.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import type { Peaks } from '../../engine/timeline/peaks.ts';
import type { TimeSpan } from '../../engine/timeline/timeSpans.ts';

/** Player of the video that the cues belong to. */
export interface CuePlayer {
  readonly state: {
    /** In seconds, on the time axis of the cues. */
    time: number;
    isPlaying: boolean;
  };
  seek(time: number): void;
  toggle(): void;
  pause(): void;
}

/** Cuts of the video that the cues belong to, in seconds of the uncut video. */
export interface CueCuts {
  removed: readonly TimeSpan[];
  /** Remaining spans, in order. */
  kept: readonly TimeSpan[];
  /** Language of the speech; absent: unknown. */
  languageCode?: string | undefined;
  /**
   * Reads the peaks of all speech of the video, on the time axis of the cues; absent: it has no audio.
   * @returns undefined if aborted, or if the audio cannot be read.
   */
  readPeaks?: ((signal: AbortSignal) => Promise<Peaks | undefined>) | undefined;
  /** Shows on a timeline what is about to be cut; none: nothing. */
  plan(spans: readonly TimeSpan[]): void;
  /** Changes the subtitles with what is cut out, as one step of undo. @returns why it cannot; undefined if it did. */
  change(edit: (video: CutVideo) => CutVideo): string | undefined;
}

/** Data and actions of the subtitle editor: of a tool's draft, or of a layer in the Studio. */
export interface CueHost {
  cues: readonly Cue[];
  /** Length of the video, in seconds. */
  duration: number;
  /** Frame rate of the video. */
  fps: number;
  /** Name of the video without extension, also used for exported subtitle files. */
  name: string;
  player: CuePlayer;
  /** Cuts of the video; undefined if it cannot be cut. */
  cuts?: CueCuts;
  /**
   * Changes the cues.
   * @param step successive changes of the same name form one undo step.
   * @returns the list after the change.
   */
  change(edit: (cues: readonly Cue[]) => readonly Cue[], step?: string): readonly Cue[];
  /** Ends an undo step. */
  endStep(): void;
  undo(): void;
  redo(): void;
  /** Opens one of the editor's screens. */
  open(screen: 'transcribe' | 'shortcuts'): void;
}
