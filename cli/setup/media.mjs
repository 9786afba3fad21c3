import { join } from 'node:path';
import { root } from './paths.mjs';
import { importTs } from './runTs.mjs';
import { say } from './tell.mjs';

/** Makes the sample videos, pictures and sounds and the templates, once and again when the code that makes them has changed. */
export async function ensureMedia() {
  /** @type {any} */
  const { makeMedia } = await importTs(join(root, 'fixtures/makeMedia.ts'));
  await makeMedia(join(root, 'fixtures/media'), {
    onProgress: (/** @type {number} */ done, /** @type {number} */ total) => {
      if (done === 0) say(`Making ${total} sample media files in fixtures/media; this takes a minute or two.`);
    },
  });
  /** @type {any} */
  const { makeTemplates } = await importTs(join(root, 'fixtures/makeTemplates.ts'));
  await makeTemplates(join(root, 'fixtures'));
}
