import { useEffect, useState } from 'react';
import type { Row } from '../../../engine/edit/tableRows.ts';
import { projectOf } from './rowProject.ts';

/** Length of a validation slice, in milliseconds. */
const SLICE_MS = 8;

/** Rows with problems. */
interface BrokenRows {
  count: number;
  /** The problems, as sentences. */
  sentences: readonly string[];
}

/** Validates all rows in slices between other work. @param filesKey changes when files are added or replaced. */
export function useRowProblems(rows: readonly Row[], filesKey: string): BrokenRows {
  const [broken, setBroken] = useState<BrokenRows>({ count: 0, sentences: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other files rows are broken otherwise.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let count = 0;
    const sentences: string[] = [];
    const rest = rows.values();
    const lookOn = () => {
      const until = performance.now() + SLICE_MS;
      while (performance.now() < until) {
        const { value: row, done } = rest.next();
        if (done) return setBroken({ count, sentences });
        const parsed = projectOf(row);
        if (parsed.ok) continue;
        count += 1;
        sentences.push(...parsed.problems.map(({ message }) => message));
      }
      timer = setTimeout(lookOn);
    };
    timer = setTimeout(lookOn);
    return () => clearTimeout(timer);
  }, [rows, filesKey]);
  return broken;
}
