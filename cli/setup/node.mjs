import { SetupError } from './tell.mjs';

/** The oldest major version of Node that Cutroom runs on. */
const oldest = 20;

/**
 * Refuses to go on with a Node that is too old.
 * @param {string} [version] such as "20.11.1"; this process's own when absent
 */
export function requireNode(version = process.versions.node) {
  if (Number.parseInt(version, 10) >= oldest) return;
  throw new SetupError(`Cutroom needs Node ${oldest} or newer; this is Node ${version}. Get one at https://nodejs.org`);
}
