import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../build/paths.mjs';
import { run } from '../build/run.mjs';
import { printStep } from '../build/tell.mjs';
import { installPackages } from './apt.mjs';
import { findProgram, systemOf } from './programs.mjs';

/** Wait after a failure before the next attempt, in milliseconds: without a network each attempt takes a while. */
const AGAIN_MS = 24 * 3600_000;

/**
 * Installs an optional program if allowed: as root on Debian or Ubuntu. Failures never stop the setup.
 * @param {{
 *   id: string, packages: string[], isThere: () => Promise<boolean>,
 *   doing: string, failed: (line: string) => string, byHand?: (line: string) => string
 * }} program `id` names the marker file of a failure. Messages: `doing` during installation, `failed` after a failure,
 *   `byHand` for users other than root; the last two with the line to type
 */
export async function ensureOptional({ id, packages, isThere, doing, failed, byHand }) {
  const system = systemOf();
  if ((system !== 'debian' && system !== 'ubuntu') || (await isThere())) return;
  const line = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0) return byHand && printStep(byHand(`sudo ${line}`));
  const tried = join(cacheFolder, `${id}-tried`);
  if (Date.now() - (statSync(tried, { throwIfNoEntry: false })?.mtimeMs ?? 0) < AGAIN_MS) return;
  printStep(doing);
  await installPackages(packages, { hurried: true });
  if (await isThere()) return;
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(tried, '');
  printStep(failed(line));
}

/** Installs the sandbox for programs that read users' files, if allowed. Everything works without it. */
export async function ensureSandbox() {
  if (process.platform !== 'linux' || process.env.CUTROOM_SANDBOX === 'off') return;
  await ensureOptional({
    id: 'sandbox',
    packages: ['bubblewrap'],
    isThere: async () => (await run('bwrap', ['--version'])).code === 0,
    doing: 'Installing bubblewrap with apt-get, to sandbox programs that read users’ files. This takes some seconds.',
    failed: (line) => `bubblewrap could not be installed. For a sandbox, type: ${line}`,
    byHand: (line) => `To sandbox programs that read users’ files, type: ${line}`,
  });
}

/** Installs offline recognition of English speech, if allowed. Everything else works without it. */
export async function ensureSpeech() {
  const { CUTROOM_SPEECH, POCKETSPHINX_PATH } = process.env;
  if (CUTROOM_SPEECH || POCKETSPHINX_PATH) return;
  await ensureOptional({
    id: 'speech',
    packages: ['pocketsphinx', 'pocketsphinx-en-us'],
    isThere: async () => (await findProgram('pocketsphinx')) !== undefined,
    doing: 'Installing PocketSphinx with apt-get, to recognize speech. This takes half a minute.',
    failed: (line) => `PocketSphinx could not be installed. For speech recognition, type: ${line}`,
    byHand: (line) => `For speech recognition, type: ${line}`,
  });
}

/** @typedef {'firefox' | 'webkit'} Engine a browser engine of the page tests, in addition to Chromium */

/** Debian packages WebKit's codecs, encoders and display separately. */
const webkitPackages = [
  ...['webkit2gtk-driver', 'gstreamer1.0-libav', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad'],
  ...['gstreamer1.0-plugins-ugly', 'gstreamer1.0-gl', 'dbus-x11', 'xvfb'],
];

/** Installs the browsers of the tests that are optional, if allowed. Tests of missing engines are skipped. */
export async function ensureEngines() {
  await ensureHeadlessShell();
  await ensureFirefox();
  await ensureEngine('webkit', 'WebKit', webkitPackages);
}

/** Name of Chromium without windows: its program and its Debian package. */
const SHELL = 'chromium-headless-shell';

/** Installs Chromium without windows next to one with windows, because pages cost it less. Ubuntu has no package. */
export async function ensureHeadlessShell() {
  if (systemOf() !== 'debian') return;
  await ensureOptional({
    id: SHELL,
    packages: [SHELL],
    isThere: async () =>
      Boolean(process.env.CHROMIUM_PATH) || basename((await findProgram('chromium')) ?? '') === SHELL,
    doing: 'Installing Chromium’s headless shell with apt-get, which runs the pages’ tests faster.',
    failed: (line) => `Chromium’s headless shell could not be installed. Tests are slower until you type: ${line}`,
    byHand: (line) => `For faster tests of the pages, type: ${line}`,
  });
}

/** Message if Firefox is missing and there is no package. */
const NO_PACKAGE =
  'Ubuntu only has Firefox as a snap, which tests cannot drive, so the tests in Firefox are skipped. To run them, install Mozilla’s own package, or set FIREFOX_PATH to the program.';

/**
 * Installs Firefox, if there is a package.
 * @param {import('./programs.mjs').System} system this machine
 */
export async function ensureFirefox(system = systemOf()) {
  if (system !== 'ubuntu') return ensureEngine('firefox', 'Firefox', ['firefox-esr']);
  if ((await findEngine('firefox')) === undefined) printStep(NO_PACKAGE);
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {string[]} packages
 */
function ensureEngine(engine, name, packages) {
  return ensureOptional({
    id: engine,
    packages,
    isThere: async () => (await findEngine(engine)) !== undefined,
    doing: `Installing ${name} with apt-get, to test the pages in it. This takes half a minute.`,
    failed: (line) => `${name} could not be installed. Its tests are skipped until you type: ${line}`,
    byHand: (line) => `To test the pages in ${name} too, type: ${line}`,
  });
}

/**
 * Finds an engine for the tests.
 * @param {Engine} engine
 * @returns {Promise<string | undefined>} path of its browser; undefined if a part is missing
 */
export async function findEngine(engine) {
  if (engine === 'firefox') return findProgram('firefox');
  const areThere = ['WebKitWebDriver', 'Xvfb'].every((name) => existsSync(join('/usr/bin', name)));
  return areThere ? miniBrowsers()[0] : undefined;
}

/** WebKit's MiniBrowser, which Debian installs next to its library. */
function miniBrowsers() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((folder) => join('/usr/lib', folder)) : [];
  return folders.flatMap((folder) =>
    ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((name) => join(folder, name, 'MiniBrowser')).filter(existsSync),
  );
}
