/** How what a test file opened ends, and what holds after each of its tests. */
interface Rest {
  ends: (() => unknown)[];
  checks: (() => unknown)[];
}

/** Test files of a process load their modules anew: it hangs where all of them find it. */
const kept = globalThis as typeof globalThis & { restOfTestFile?: Rest };
kept.restOfTestFile ??= { ends: [], checks: [] };
const rest = kept.restOfTestFile;

/** Ends something after the test file, from wherever it was opened: hooks of Vitest that a test or another hook adds never run. */
export function afterFile(end: () => unknown): void {
  rest.ends.push(end);
}

/** Checks something after each test of the file from now on. */
export function afterEachTest(check: () => unknown): void {
  rest.checks.push(check);
}

/** What opened last is checked, and ends, first. */
export const checkRest = async () => {
  for (const check of [...rest.checks].reverse()) await check();
};

export async function endRest(): Promise<void> {
  rest.checks.length = 0;
  for (const end of rest.ends.splice(0).reverse()) await end();
}
