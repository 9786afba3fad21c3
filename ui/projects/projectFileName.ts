import { withoutIllegal } from '../../engine/project/fileName.ts';
import { UNNAMED } from './saved.ts';

/** A project's name as a file name without an ending. */
export function projectFileName(name: string | undefined): string {
  const plain = withoutIllegal(name ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  return plain || UNNAMED;
}
