import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../build/run.mjs';

/** @typedef {'ffmpeg' | 'chromium' | 'firefox' | 'pocketsphinx'} Program a program that Cutroom requires or can use, apart from Node */

/**
 * Environment variable of each program, its names on a PATH, and arguments with which it only proves that it starts.
 * @type {Record<Program, { variable: string, names: string[], trial: string[] }>}
 */
export const programs = {
  ffmpeg: { variable: 'FFMPEG_PATH', names: ['ffmpeg'], trial: ['-version'] },
  chromium: {
    variable: 'CHROMIUM_PATH',
    // The headless shell first: the same engine without windows, with far less work per page.
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    trial: ['--version'],
  },
  firefox: { variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'], trial: ['--version'] },
  pocketsphinx: {
    variable: 'POCKETSPHINX_PATH',
    names: ['pocketsphinx_continuous'],
    // It has no version option. Recognizing an empty file proves that its model is installed too.
    trial: ['-infile', '/dev/null', '-logfn', '/dev/null'],
  },
};

/** Paths of browsers on macOS, where they are not on the PATH. */
const macBrowsers = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a program that starts: the one named by its environment variable (FFMPEG_PATH and so on), else one on the PATH,
 * else, for Chromium, the one that Playwright downloaded.
 * @param {Program} program
 * @returns {Promise<string | undefined>} its path; undefined if there is none
 */
export async function findProgram(program) {
  const { variable, names, trial } = programs[program];
  const named = process.env[variable];
  const candidates = named ? [named] : names.flatMap(onPath);
  if (!named && program === 'chromium')
    candidates.push(...macBrowsers.filter(existsSync), ...(await playwrightBrowser()));
  for (const candidate of candidates) {
    // Ubuntu's /usr/bin/chromium-browser only tells to install a snap, so each candidate is started.
    if ((await run(candidate, trial)).code === 0) return candidate;
  }
  return undefined;
}

/**
 * Returns every executable of that name on the PATH, in order.
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

/** Returns the browser that `playwright install` downloaded, if it exists. */
async function playwrightBrowser() {
  try {
    const { chromium } = await import('playwright');
    return [chromium.executablePath()].filter(existsSync);
  } catch {
    return [];
  }
}

/**
 * The operating system, as far as installation differs.
 * @typedef {'debian' | 'ubuntu' | 'fedora' | 'arch' | 'alpine' | 'suse' | 'macos' | 'other'} System
 */

/**
 * Detects the system from the platform and the text of /etc/os-release.
 * @param {NodeJS.Platform} [platform]
 * @param {string} [release] text of /etc/os-release; default: read from disk
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
