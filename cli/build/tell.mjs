// Output of the setup: one plain line per step, and one line to type if it cannot continue.

/** An expected error with a message for users; shown without a stack. */
export class SetupError extends Error {}

/**
 * Prints the current step of the setup.
 * @param {string} line
 */
export function printStep(line) {
  console.log(line);
}

/**
 * Runs the main function of a setup script. Prints a message for expected failures, a stack for others; exit code 1 for
 * both.
 * @param {() => Promise<number | void>} main what to run; a number becomes the exit code
 */
export async function runMain(main) {
  try {
    const code = await main();
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  }
}
