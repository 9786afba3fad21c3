import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../build/paths.mjs';
import { run } from '../build/run.mjs';
import { printStep, SetupError } from '../build/tell.mjs';

/**
 * The relevant part of a lock file.
 * @typedef {object} Lock
 * @property {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} packages
 */

/** Installs the npm packages of package-lock.json if they are missing or differ. */
export async function ensurePackages() {
  if (packagesFit()) return;
  printStep('Installing npm packages (npm ci).');
  const npm = npmCommand();
  const { code, output } = await run(npm.program, [...npm.args, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    env: npmEnv(process.env),
  });
  if (code !== 0) throw new SetupError(`${firstErrors(output)}\nThe npm packages could not be installed. Try: npm ci`);
}

/**
 * Whether node_modules matches the lock file. npm writes its list of installed packages last, so interrupted
 * installations are detected too. Optional packages may be missing: most are for other platforms.
 * @param {string} [folder] the project's folder
 */
export function packagesFit(folder = root) {
  const locked = readLock(join(folder, 'package-lock.json'));
  const installed = readLock(join(folder, 'node_modules/.package-lock.json'));
  if (!locked)
    throw new SetupError('package-lock.json is missing or broken. Restore it: git checkout package-lock.json');
  if (!installed) return false;
  return Object.entries(locked.packages).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed.packages[path];
    return found ? found.version === entry.version : entry.optional === true || entry.devOptional === true;
  });
}

/**
 * @param {string} file
 * @returns {Lock | undefined} undefined if it is missing or unreadable
 */
function readLock(file) {
  try {
    const lock = JSON.parse(readFileSync(file, 'utf8'));
    return typeof lock.packages === 'object' ? lock : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns npm's error lines, without warnings and help text.
 * @param {string} output
 */
function firstErrors(output) {
  const errors = output.split('\n').filter((line) => /^npm error \S/.test(line));
  return errors.slice(0, 10).join('\n');
}

/**
 * Returns the command for the npm that called us, or the one on the PATH.
 * @returns {{ program: string, args: string[] }}
 */
function npmCommand() {
  const caller = process.env.npm_execpath;
  if (caller && basename(caller) === 'npm-cli.js') return { program: process.execPath, args: [caller] };
  return { program: 'npm', args: [] };
}

/**
 * Returns the environment without the variables of an outer `npm test` or `npm start`; settings such as proxies and
 * registries (npm_config_…) stay.
 * @param {NodeJS.ProcessEnv} env
 */
function npmEnv(env) {
  return Object.fromEntries(Object.entries(env).filter(([key]) => !/^npm_(package|lifecycle|command)/i.test(key)));
}

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
  throw new SetupError(
    `Cutroom needs Node ${named} or newer; this is Node ${version}. Download it from https://nodejs.org`,
  );
}
