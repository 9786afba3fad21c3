import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it, vi } from 'vitest';
import { probeLimits as limits, runProcess } from '../../../api/system/process.ts';
import { root } from '../../support/sources.ts';
import { temporaryFolder } from '../support/files.ts';

it('a process that fails to start because of too many open files is an error and does not stop the server', async () => {
  const folder = await temporaryFolder();
  const [entry, outfile] = [path.join(folder, 'entry.ts'), path.join(folder, 'entry.mjs')];
  await writeFile(
    entry,
    `import { openSync } from 'node:fs';
     import { startHelper } from ${JSON.stringify(path.join(root, 'api/system/helper.ts'))};
     import { probeLimits as limits, runProcess } from ${JSON.stringify(path.join(root, 'api/system/process.ts'))};
     await runProcess('true', [], { limits });
     const said = [];
     console.error = () => undefined;
     process.on('exit', () => process._rawDebug(said.join(' ')));
     try { for (;;) openSync('/dev/null'); } catch {}
     await runProcess('true', [], { limits }).catch((error) => said.push(error.reason));
     try { startHelper('true', [], { limits, onLine: () => undefined }); } catch (error) { said.push(error.reason); }
     await new Promise((resolve) => setTimeout(resolve, 100));`,
  );
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile });
  const { stderr } = await promisify(execFile)('bash', ['-c', `ulimit -n 80; exec "${process.execPath}" "${outfile}"`]);
  expect(stderr.trim()).toBe('start start');
});

it('programs keep the memory of frames allocated, unless the environment overrides it', async () => {
  vi.stubEnv('GLIBC_TUNABLES', 'glibc.malloc.trim_threshold=4096');
  const said = await runProcess('sh', ['-c', 'echo $GLIBC_TUNABLES'], { limits }).finally(() => vi.unstubAllEnvs());
  expect(said.trim()).toMatch(/^glibc\.malloc\.trim_threshold=268435456:.*:glibc\.malloc\.trim_threshold=4096$/);
});
