import { type Browser, chromium } from 'playwright';
import { findProgram } from '../../cli/setup/programs.mjs';

/** Starts Chromium: CHROMIUM_PATH, else the system's, else Playwright's. The caller closes it. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = await findProgram('chromium');
  if (!executablePath) throw new Error('There is no Chromium. Run npm test, which installs it or says how.');
  const quiet = [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
  return chromium.launch({ args: [...quiet, ...args], executablePath });
}
