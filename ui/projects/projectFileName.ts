import { UNNAMED } from '../../api/contract/unnamed.ts';
import { withoutIllegal } from '../../engine/project/fileName.ts';

/** A project's name as a file name without an ending. */
export function projectFileName(name: string | undefined): string {
  const plain = withoutIllegal(name ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  // No letter is cut in half.
  return [...plain].slice(0, 80).join('') || UNNAMED;
}
