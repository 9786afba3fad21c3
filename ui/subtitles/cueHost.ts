import type { CutVideo } from '../../engine/edit/cueStrikes.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import type { TimeSpan } from '../../engine/timeline/timeSpans.ts';

/** What plays the video that subtitles belong to. */
export interface CuePlayer {
  readonly state: {
    /** Seconds, on the clock of the subtitles. */
    time: number;
    isPlaying: boolean;
  };
  seek(time: number): void;
  toggle(): void;
  pause(): void;
}

/** What is cut out of the video that subtitles belong to, seconds of the source. */
export interface CueCuts {
  removed: readonly TimeSpan[];
  /** What is left, in order. */
  kept: readonly TimeSpan[];
  /** Of the video, whose sound is looked through for silences. */
  url: string;
  /** Which of its audio tracks, from 1; absent: its own choice. */
  audioTrack?: number | undefined;
  /** Changes the subtitles with what is cut out, as one step of undo. */
  change(edit: (video: CutVideo) => CutVideo): void;
}

/** What the editor of subtitles works on: those of a tool's draft, or of a layer of the Studio. */
export interface CueHost {
  cues: readonly Cue[];
  /** Length of the video, seconds. */
  duration: number;
  /** Frames a second of the video. */
  fps: number;
  /** Name of the video without its ending, which files of its subtitles have too. */
  name: string;
  player: CuePlayer;
  /** What is cut out of the video; undefined where nothing can be. */
  cuts?: CueCuts;
  /**
   * @param step changes of the same name that follow each other are one step of undo.
   * @returns the list as it is then.
   */
  change(edit: (cues: readonly Cue[]) => readonly Cue[], step?: string): readonly Cue[];
  /** Ends a step of undo. */
  endStep(): void;
  undo(): void;
  redo(): void;
  /** Opens one of the editor's screens. */
  open(screen: 'transcribe' | 'shortcuts'): void;
}
