import { lastLines, run } from '../build/run.mjs';
import { printStep, SetupError } from '../build/tell.mjs';
import { installPackages, updatePackages } from './apt.mjs';
import { findProgram, programs, systemOf } from './programs.mjs';

/**
 * @import { Program, System } from './programs.mjs'
 */

/**
 * Installs missing programs if allowed (root on Debian or Ubuntu); otherwise fails with the command line to type.
 * @param {readonly Program[]} required
 */
export async function ensurePrograms(required) {
  const missing = await missingOf(required);
  if (missing.length === 0) return;
  refuseBrokenNames(missing);
  const system = systemOf();
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || (system !== 'debian' && system !== 'ubuntu')) throw refusal(missing, system, isRoot);
  const byApt = missing.filter((program) => program === 'ffmpeg' || system === 'debian');
  if (byApt.length > 0) await installWithApt(byApt, missing, system);
  if (missing.includes('chromium') && system === 'ubuntu') await installWithPlaywright();
  const still = await missingOf(required);
  if (still.length > 0) throw refusal(still, system, isRoot);
}

/**
 * @param {readonly Program[]} required
 * @returns {Promise<Program[]>}
 */
async function missingOf(required) {
  const found = await Promise.all(required.map(findProgram));
  return required.filter((_, index) => found[index] === undefined);
}

/**
 * Rejects an environment variable that names a program which does not start: the user must correct it.
 * @param {Program[]} missing
 */
function refuseBrokenNames(missing) {
  for (const { variable } of missing.map((program) => programs[program])) {
    const named = process.env[variable];
    if (named)
      throw new SetupError(`${variable} names ${named}, which does not start. Correct it, or type: unset ${variable}`);
  }
}

/**
 * @param {Program[]} required
 * @param {Program[]} missing
 * @param {System} system
 */
async function installWithApt(required, missing, system) {
  printStep(`Installing ${required.join(' and ')} with apt-get. This takes a minute or two.`);
  // Only the lists tell which of two packages a release has.
  await updatePackages();
  const { code, output } = await installPackages(await Promise.all(required.map(debianPackage)));
  if (code !== 0) throw new SetupError(`${lastLines(output)}\n${refusal(missing, system, true).message}`);
}

/** Ubuntu's Chromium is a snap, which does not run in containers or on servers; Playwright's build does. */
async function installWithPlaywright() {
  printStep('Installing Chromium with Playwright. This takes a minute or two.');
  const { code, output } = await run(process.execPath, [
    'node_modules/playwright/cli.js',
    'install',
    '--with-deps',
    'chromium',
  ]);
  if (code !== 0) throw new SetupError(`${lastLines(output)}\n${refusal(['chromium'], 'ubuntu', true).message}`);
}

/**
 * Returns the Debian package of a program. Older releases have no headless shell of Chromium.
 * @param {Program} program
 */
async function debianPackage(program) {
  if (program === 'ffmpeg') return 'ffmpeg';
  const shell = 'chromium-headless-shell';
  return (await run('apt-cache', ['show', '--quiet', shell])).code === 0 ? shell : 'chromium';
}

/**
 * @param {Program[]} missing
 * @param {System} system
 * @param {boolean} isRoot
 */
function refusal(missing, system, isRoot) {
  return new SetupError(
    `Cutroom needs ${missing.join(' and ')}. Type this, then try again:\n${lineToType(missing, system, isRoot)}`,
  );
}

/**
 * Returns the command line that installs programs on a system.
 * @param {readonly Program[]} missing at least one
 * @param {System} system
 * @param {boolean} isRoot whether the line needs no sudo
 */
export function lineToType(missing, system, isRoot) {
  const sudo = isRoot ? '' : 'sudo ';
  const names = missing.join(' ');
  const playwright = 'npx playwright install --with-deps chromium';
  const apt = (/** @type {string} */ packages) =>
    `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages}`;
  switch (system) {
    case 'debian':
      return apt(names);
    case 'ubuntu':
      return [missing.includes('ffmpeg') ? apt('ffmpeg') : '', missing.includes('chromium') ? playwright : '']
        .filter((part) => part !== '')
        .join(' && ');
    case 'fedora':
      return `${sudo}dnf install -y ${names.replace('ffmpeg', 'ffmpeg-free')}`;
    case 'arch':
      return `${sudo}pacman -S --needed ${names}`;
    case 'alpine':
      return `${sudo}apk add ${names}`;
    case 'suse':
      return `${sudo}zypper install -y ${names}`;
    case 'macos':
      return missing
        .map((name) => (name === 'ffmpeg' ? 'brew install ffmpeg' : 'brew install --cask chromium'))
        .join(' && ');
    case 'other':
      return missing
        .map((name) => `export ${name === 'ffmpeg' ? 'FFMPEG_PATH' : 'CHROMIUM_PATH'}=/path/to/${name}`)
        .join(' ');
  }
}
