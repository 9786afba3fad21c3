// How setup speaks: one plain line a step, and one line to type where it cannot go on.

/** An error that setup has already put in plain words; shown without a stack. */
export class SetupError extends Error {}

/**
 * Prints one line about what setup does now.
 * @param {string} line
 */
export function say(line) {
  console.log(line);
}

/**
 * Runs the main function of a setup script. Plain words for expected failures, a stack for the others, exit code 1
 * for both.
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
