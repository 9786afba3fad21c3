import { SetupError } from './tell.mjs';

/** Minimum versions of Node, one per supported release line; newer lines are supported too. */
const oldest = [
  [20, 19],
  [22, 12],
];

/**
 * Throws if Node is too old.
 * @param {string} [version] such as "20.11.1"; default: this process's
 */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewest = major > Math.max(...oldest.map(([line = 0]) => line));
  if (isNewest || oldest.some(([line, least = 0]) => major === line && minor >= least)) return;
  const named = oldest.map((parts) => parts.join('.')).join(', ');
  throw new SetupError(`Cutroom needs Node ${named} or newer; this is Node ${version}. Get one at https://nodejs.org`);
}
