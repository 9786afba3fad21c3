import { run } from './run.mjs';

/** Where the network swallows what is sent, what one can do without is not worth minutes. */
const hurry = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

/** @type {Promise<unknown> | undefined} */
let updating;

/**
 * Brings the lists of packages up to date, once. A failure is no reason to stop: the lists that are there may do.
 * @param {{ hurried?: boolean }} [options] `hurried`: gives a slow network up soon; default false
 */
export async function updatePackages({ hurried = false } = {}) {
  updating ??= apt(['update', '-qq'], hurried);
  await updating;
}

/**
 * Installs packages on Debian or Ubuntu, as root, and asks nothing.
 * @param {readonly string[]} packages
 * @param {{ hurried?: boolean }} [options] `hurried`: gives a slow network up soon; default false
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
