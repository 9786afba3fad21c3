import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './apt.mjs';
import { cacheFolder } from './paths.mjs';
import { systemOf } from './programs.mjs';
import { printStep } from './tell.mjs';

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
