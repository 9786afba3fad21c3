import { filter } from '../effects/ffmpegFilter.ts';
import type { TransitionPads } from './transition.ts';

/** Expressions of ffmpeg's perspective for the inverse of a transform; they may use ld(0), the number of the frame. */
export interface View {
  /** Sine and cosine of the clockwise rotation; absent: none. */
  turn?: { sin: string; cos: string };
  /** Enlargements along both sides. */
  scaleX: string;
  scaleY: string;
}

/**
 * Prints a rotation and enlargement around the center, interpolated linearly as in browsers. Pixels outside of the frame
 * repeat those at its edge.
 */
export function viewFilter({ width, height }: Pick<TransitionPads, 'width' | 'height'>, view: View): string {
  const { turn, scaleX, scaleY } = view;
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([right = 0, down = 0], i) => {
    // The filter's origin is the center of the first pixel.
    const [x, y] = [right + 0.5 - width / 2, down + 0.5 - height / 2].map((value) => `(${value})`) as [string, string];
    const across = turn ? `(${turn.cos}*${x}+${turn.sin}*${y})` : x;
    const along = turn ? `(${turn.cos}*${y}-${turn.sin}*${x})` : y;
    const place = (way: string, by: string, length: number) => `st(0,on-1);${way}/(${by})+${length / 2 - 0.5}`;
    return { [`x${i}`]: place(across, scaleX, width), [`y${i}`]: place(along, scaleY, height) };
  });
  return filter('perspective', ...corners, { interpolation: 'linear', sense: 'source', eval: 'frame' });
}
