import { type Browser, chromium } from 'playwright';
import { findProgram } from '../../cli/setup/programs.mjs';

/**
 * Features to disable. Chromium uses only the last list, so it repeats what Playwright disables for reproducible pages.
 * The address bar's popups are pages of their own, which each window without a screen would load too: more work than
 * the Studio itself.
 */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

/** Arguments for every Chromium of the tests. */
export const chromiumArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${disabledFeatures.join(',')}`,
];

let shared: Promise<Browser> | undefined;

/**
 * The Chromium without further arguments that all test files of a process share. It ends with the process: callers close
 * only their pages.
 */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium();
  return shared;
}

/** Starts Chromium: CHROMIUM_PATH, else the system's, else Playwright's. The caller closes it. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = await findProgram('chromium');
  if (!executablePath) throw new Error('There is no Chromium. Run npm test, which installs it or says how.');
  return chromium.launch({ args: [...chromiumArgs, ...args], executablePath });
}
