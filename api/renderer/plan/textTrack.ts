/** A soft subtitle track, which players show on request. */
export interface TextTrack {
  /** ISO 639-2 code, such as "eng"; "und" if unknown. */
  language: string;
  /** Ascending by time, in seconds of the video. */
  cues: TextCue[];
}

/** A cue of a soft subtitle track. */
export interface TextCue {
  text: string;
  startTime: number;
  endTime: number;
}
