import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { withoutIllegal } from '../../../engine/project/fileName.ts';

/** Returns a project's name as a file name without extension. */
export function projectFileName(name: string | undefined): string {
  const plain = withoutIllegal(name ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  // Slices by code points, so that no character is split.
  return [...plain].slice(0, 80).join('') || UNNAMED;
}
