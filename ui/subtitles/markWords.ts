import type { CueMark } from '../../engine/edit/cueMarks.ts';

/** A mark of a subtitle: in a word or two, and what that means. */
interface MarkWords {
  short: string;
  full: string;
}

const words: Readonly<Record<CueMark, MarkWords>> = {
  overlap: { short: 'Overlaps', full: 'Begins before the one before it ends' },
  gap: { short: 'Short gap', full: 'Less than 2 frames after the one before it' },
  speed: { short: 'Fast', full: 'Over 17 characters a second' },
  late: { short: 'After the end', full: 'Not seen: it begins when the video is over' },
  length: { short: 'Long line', full: 'Over 42 characters in a line' },
};

/** A mark in words. */
export function markWords(mark: string): MarkWords {
  return words[mark as CueMark];
}
