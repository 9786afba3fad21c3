import { run } from '../build/run.mjs';

/** Options that fail fast on a dead network, for optional packages. */
const hurry = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

/** @type {Promise<unknown> | undefined} */
let updating;

/**
 * Updates the package lists, once. A failure is not fatal: existing lists may suffice.
 * @param {{ hurried?: boolean }} [options] `hurried`: fails fast on a slow network; default false
 */
export async function updatePackages({ hurried = false } = {}) {
  updating ??= apt(['update', '-qq'], hurried);
  await updating;
}

/**
 * Installs packages on Debian or Ubuntu, as root, without prompts.
 * @param {readonly string[]} packages
 * @param {{ hurried?: boolean }} [options] `hurried`: fails fast on a slow network; default false
 * @returns {ReturnType<typeof run>}
 */
export async function installPackages(packages, { hurried = false } = {}) {
  await updatePackages({ hurried });
  return apt(['install', '-y', '-qq', '--no-install-recommends', ...packages], hurried);
}

/**
 * @param {readonly string[]} args
 * @param {boolean} hurried
 */
function apt(args, hurried) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return run('apt-get', [...(hurried ? hurry : []), ...args], { env });
}
