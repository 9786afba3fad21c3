import { join } from 'node:path';
import { root } from './paths.mjs';
import { importTs } from './runTs.mjs';
import { printStep } from './tell.mjs';

/** Creates the sample media and templates, again whenever the code that creates them changes. */
export async function ensureMedia() {
  /** @type {any} */
  const { makeMedia } = await importTs(join(root, 'fixtures/makeMedia.ts'));
  await makeMedia(join(root, 'fixtures/media'), {
    onProgress: (/** @type {number} */ done, /** @type {number} */ total) => {
      if (done === 0)
        printStep(`Generating ${total} sample media files in fixtures/media. This takes a minute or two.`);
    },
  });
  /** @type {any} */
  const { makeTemplates } = await importTs(join(root, 'fixtures/makeTemplates.ts'));
  await makeTemplates(join(root, 'fixtures'));
}
