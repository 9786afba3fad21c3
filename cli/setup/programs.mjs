import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

/** @typedef {'ffmpeg' | 'chromium' | 'firefox' | 'pocketsphinx'} Program a program that Cutroom needs, or uses, beside Node */

/**
 * The environment variable that names each program, the names it goes by on a PATH, and with which arguments it only shows
 * that it starts.
 * @type {Record<Program, { variable: string, names: string[], trial: string[] }>}
 */
export const programs = {
  ffmpeg: { variable: 'FFMPEG_PATH', names: ['ffmpeg'], trial: ['-version'] },
  chromium: {
    variable: 'CHROMIUM_PATH',
    // The headless shell first: the same engine without a browser's windows, with far less work for each page.
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    trial: ['--version'],
  },
  firefox: { variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'], trial: ['--version'] },
  pocketsphinx: {
    variable: 'POCKETSPHINX_PATH',
    names: ['pocketsphinx_continuous'],
    // It has no version to tell. Listening to nothing shows that its model is there too.
    trial: ['-infile', '/dev/null', '-logfn', '/dev/null'],
  },
};

/** Where macOS keeps browsers; they are on no PATH. */
const macBrowsers = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a program that starts: the one that its environment variable names (FFMPEG_PATH and so on), else one on
 * the PATH, else, for Chromium, the one that Playwright downloaded.
 * @param {Program} program
 * @returns {Promise<string | undefined>} its path; undefined when there is none
 */
export async function findProgram(program) {
  const { variable, names, trial } = programs[program];
  const named = process.env[variable];
  const candidates = named ? [named] : names.flatMap(onPath);
  if (!named && program === 'chromium')
    candidates.push(...macBrowsers.filter(existsSync), ...(await playwrightBrowser()));
  for (const candidate of candidates) {
    // Ubuntu's /usr/bin/chromium-browser only tells to install a snap: try each before trusting it.
    if ((await run(candidate, trial)).code === 0) return candidate;
  }
  return undefined;
}

/**
 * Every executable of that name on the PATH, in order.
 * @param {string} name
 */
function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .filter(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser that `playwright install` put in its cache, if it is there. */
async function playwrightBrowser() {
  try {
    const { chromium } = await import('playwright');
    return [chromium.executablePath()].filter(existsSync);
  } catch {
    return [];
  }
}

/**
 * Which system this is, as far as installing matters.
 * @typedef {'debian' | 'ubuntu' | 'fedora' | 'arch' | 'alpine' | 'suse' | 'macos' | 'other'} System
 */

/**
 * Tells the system from the platform and the text of /etc/os-release.
 * @param {NodeJS.Platform} [platform]
 * @param {string} [release] text of /etc/os-release; read when absent
 * @returns {System}
 */
export function systemOf(platform = process.platform, release = readRelease()) {
  if (platform === 'darwin') return 'macos';
  const words = [...release.matchAll(/^ID(?:_LIKE)?=(.*)$/gm)].flatMap((match) =>
    (match[1] ?? '').replaceAll(/["']/g, '').split(' '),
  );
  /** @type {[System, string[]][]} */
  const families = [
    ['ubuntu', ['ubuntu']],
    ['debian', ['debian']],
    ['fedora', ['fedora', 'rhel', 'centos']],
    ['arch', ['arch', 'archlinux']],
    ['alpine', ['alpine']],
    ['suse', ['suse', 'opensuse', 'sles']],
  ];
  return families.find(([, ids]) => ids.some((id) => words.includes(id)))?.[0] ?? 'other';
}

function readRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}
