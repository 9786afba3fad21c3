/** Subtitles that players show when asked to. */
export interface TextTrack {
  /** ISO 639-2, such as "eng"; "und" where it is not known. */
  language: string;
  /** In the order of their times, seconds of the video. */
  cues: TextCue[];
}

/** A subtitle of a track. */
export interface TextCue {
  text: string;
  startTime: number;
  endTime: number;
}
