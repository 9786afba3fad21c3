import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureOptional } from './optional.mjs';
import { findProgram, systemOf } from './programs.mjs';
import { printStep } from './tell.mjs';

/** @typedef {'firefox' | 'webkit'} Engine a browser engine of the page tests, in addition to Chromium */

/** Debian packages WebKit's codecs, encoders and display separately. */
const webkitPackages = [
  ...['webkit2gtk-driver', 'gstreamer1.0-libav', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad'],
  ...['gstreamer1.0-plugins-ugly', 'gstreamer1.0-gl', 'dbus-x11', 'xvfb'],
];

/** Installs other browser engines for the tests, if allowed. Tests of missing engines are skipped. */
export async function ensureEngines() {
  await ensureFirefox();
  await ensureEngine('webkit', 'WebKit', webkitPackages);
}

/** Message if Firefox is missing and there is no package. */
const NO_PACKAGE =
  'Ubuntu has Firefox as a snap alone, which tests cannot drive; what is tested in it is skipped. To have it tested, install Mozilla’s own package of it, or name its program in FIREFOX_PATH.';

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
    doing: `Installing ${name} with apt-get, to test the pages in it; this takes half a minute.`,
    failed: (line) => `${name} could not be installed; what is tested in it is skipped until it is: ${line}`,
    byHand: (line) => `To have the pages tested in ${name} too, type: ${line}`,
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
