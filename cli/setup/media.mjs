import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';
import { bundleTs } from './runTs.mjs';
import { say } from './tell.mjs';

const maker = join(root, 'fixtures/makeMedia.ts');
const folder = join(root, 'fixtures/media');

/** Makes the sample videos, pictures and sounds, once and again when the code that makes them has changed. */
export async function ensureMedia() {
  if (!existsSync(maker)) return;
  const bundle = await bundleTs(maker);
  const stamp = join(folder, '.made-by');
  // The bundle's name carries the hash of everything that makes the media.
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === basename(bundle)) return;
  say('Making the sample media in fixtures/media.');
  const { makeMedia } = await import(pathToFileURL(bundle).href);
  await makeMedia(folder, {});
  writeFileSync(stamp, basename(bundle));
}
