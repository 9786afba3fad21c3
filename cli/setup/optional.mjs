import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './apt.mjs';
import { cacheFolder } from './paths.mjs';
import { systemOf } from './programs.mjs';
import { say } from './tell.mjs';

/** After a failure it is not tried again for a day, milliseconds: without a network each try takes a while. */
const AGAIN_MS = 24 * 3600_000;

/**
 * Sees to a program without which all else works, where it may be installed: as root on Debian or Ubuntu. Nothing that goes
 * wrong here stops the setup.
 * @param {{
 *   id: string, packages: string[], isThere: () => Promise<boolean>,
 *   doing: string, failed: (line: string) => string, byHand?: (line: string) => string
 * }} program `id` names the note of a failure. `doing` is said while it is installed, `failed` where it could not be, and
 *   `byHand` to whoever is not root: each with the line to type
 */
export async function ensureOptional({ id, packages, isThere, doing, failed, byHand }) {
  const system = systemOf();
  if ((system !== 'debian' && system !== 'ubuntu') || (await isThere())) return;
  const line = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0) return byHand && say(byHand(`sudo ${line}`));
  const tried = join(cacheFolder, `${id}-tried`);
  if (Date.now() - (statSync(tried, { throwIfNoEntry: false })?.mtimeMs ?? 0) < AGAIN_MS) return;
  say(doing);
  await installPackages(packages, { hurried: true });
  if (await isThere()) return;
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(tried, '');
  say(failed(line));
}
