import type { CueMark } from '../../engine/edit/cueMarks.ts';

/** Label of a cue's mark, and its explanation. */
interface MarkWords {
  short: string;
  full: string;
}

const words: Readonly<Record<CueMark, MarkWords>> = {
  overlap: { short: 'Overlaps', full: 'Overlaps the previous subtitle' },
  gap: { short: 'Short gap', full: 'Less than 2 frames after the previous subtitle' },
  speed: { short: 'Fast', full: 'Over 17 characters per second' },
  late: { short: 'After the end', full: 'Not visible: starts after the video ends' },
  length: { short: 'Long line', full: 'Over 42 characters per line' },
};

/** Returns the label and explanation of a mark. */
export function markWords(mark: string): MarkWords {
  return words[mark as CueMark];
}
