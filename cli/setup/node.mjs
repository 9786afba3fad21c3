import { SetupError } from './tell.mjs';

/** The oldest versions of Node that Cutroom runs on, of each line that its packages support: a later line counts as whole. */
const oldest = [
  [20, 19],
  [22, 12],
];

/**
 * Refuses to go on with a Node that is too old.
 * @param {string} [version] such as "20.11.1"; this process's own when absent
 */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewest = major > Math.max(...oldest.map(([line = 0]) => line));
  if (isNewest || oldest.some(([line, least = 0]) => major === line && minor >= least)) return;
  const named = oldest.map((parts) => parts.join('.')).join(', ');
  throw new SetupError(`Cutroom needs Node ${named} or newer; this is Node ${version}. Get one at https://nodejs.org`);
}
