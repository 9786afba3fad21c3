/** Cleanups of a test file, and checks after each of its tests. */
interface Rest {
  ends: (() => unknown)[];
  checks: (() => unknown)[];
}

/** Test files of one process reload their modules, so the state is global. */
const kept = globalThis as typeof globalThis & { restOfTestFile?: Rest };
kept.restOfTestFile ??= { ends: [], checks: [] };
const rest = kept.restOfTestFile;

/**
 * Runs a cleanup after the test file, wherever it was registered: Vitest never runs hooks that a test or another hook
 * adds.
 */
export function afterFile(end: () => unknown): void {
  rest.ends.push(end);
}

/** Runs a check after each further test of the file. */
export function afterEachTest(check: () => unknown): void {
  rest.checks.push(check);
}

/** The most recent registrations run first. */
export const checkRest = async () => {
  for (const check of [...rest.checks].reverse()) await check();
};

export async function endRest(): Promise<void> {
  rest.checks.length = 0;
  for (const end of rest.ends.splice(0).reverse()) await end();
}
