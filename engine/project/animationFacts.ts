/** What a picture that may move says of itself, read without decoding it. */
export interface AnimationFacts {
  /** Pixels. */
  width: number;
  height: number;
  /** The canvas that a decoder may need: frames of a GIF can claim more than the whole. */
  needed: { width: number; height: number };
  frames: number;
  /** When each of them begins, seconds. */
  times: number[];
  /** Length of one run, seconds. */
  duration: number;
  /** For a GIF: some decoders show its background color where browsers show clear pixels. */
  showsGround?: true;
}
