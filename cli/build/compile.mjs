// Writes the code cache of the built command line: node cli/build/compile.mjs FOLDER

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachesModules, loadCommand, runScript, writeCompiled } from '../compiled.mjs';
import { root } from './paths.mjs';

/**
 * Writes the code cache after rendering something, because functions are compiled at their first call. What cannot be
 * rendered here is compiled on demand later.
 * @param {string} folder of the build
 */
async function compile(folder) {
  const temp = mkdtempSync(join(tmpdir(), 'cutroom-compile-'));
  try {
    process.env.CUTROOM_CACHE = join(temp, 'cache');
    const script = cachesModules ? undefined : runScript(folder);
    const { main } = script ?? (await loadCommand(folder));
    for (const [name, project] of Object.entries(projects)) {
      const file = join(temp, `${name}.json`);
      writeFileSync(file, JSON.stringify(project));
      await main(['validate', file]);
      await main(['render', file, '--out', join(temp, name)]);
    }
    // Node writes its own cache when it exits.
    if (script) writeCompiled(folder, script.script.createCachedData());
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

const media = (/** @type {string} */ name) => join(root, 'fixtures/media', name);
const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
const text = { id: 't', type: 'text', text: 'Hello', position: { ...whole, height: '30%' } };
const picture = { id: 'i', type: 'image', url: media('lake.jpg'), position: { ...whole, width: '30%' } };
const video = { id: 'v', type: 'video', url: media('party.mp4'), isTrimmed: true, startTime: 0, endTime: 0.2 };
const size = { width: 64, height: 64 };

/** Projects whose rendering should start fast, by output file. */
const projects = {
  'still.png': { ...size, isImage: true, scenes: [{ id: 's', layers: [text, picture] }] },
  'video.mp4': {
    ...size,
    scenes: [{ id: 's', layers: [text, picture, { ...video, position: whole }] }],
    audio: { url: media('music.mp3') },
  },
};

await compile(/** @type {string} */ (process.argv[2]));
process.exitCode = 0;
