import type { CueMark } from '../../engine/edit/cueMarks.ts';

const words: Readonly<Record<CueMark, string>> = {
  overlap: 'Overlaps',
  gap: 'Gap under 2 frames',
  speed: 'Over 17 characters/s',
  length: 'Over 42 a line',
};

/** A mark of a subtitle in words. */
export function markWords(mark: string): string {
  return words[mark as CueMark] ?? mark;
}
