import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import type { Part } from './faults.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const faults = path.join(root, 'tests/api/support/faults.ts');

/** Modules that create service parts, with the names of their factories. */
const made: Record<string, { make: string; part: Part }> = {
  'api/jobs/jobStore.ts': { make: 'createStore', part: 'store' },
  'api/jobs/segmentStore.ts': { make: 'createSegmentStore', part: 'segments' },
  'api/jobs/queue.ts': { make: 'openQueue', part: 'queue' },
  'api/storage/openStorage.ts': { make: 'openStorage', part: 'storage' },
};
const real = '?real';
const fileNames = Object.keys(made).map((file) => path.basename(file, '.ts'));

/** Builds a service with faults (see faults.ts). The shipped build does not contain them. */
export const withFaults: Plugin = {
  name: 'with-faults',
  setup(build) {
    build.onResolve({ filter: /\?real$/ }, ({ path: name }) => ({ path: name.slice(0, -real.length), suffix: real }));
    build.onLoad({ filter: new RegExp(`[\\\\/](?:${fileNames.join('|')})\\.ts$`) }, ({ path: file, suffix }) => {
      const one = made[path.relative(root, file).split(path.sep).join('/')];
      if (!one || suffix === real) return undefined;
      const from = JSON.stringify(file + real);
      const contents = `
        import { ${one.make} as real } from ${from};
        import { faulty } from ${JSON.stringify(faults)};
        export * from ${from};
        export const ${one.make} = (...given) => {
          const part = real(...given);
          return part instanceof Promise ? part.then((opened) => faulty('${one.part}', opened)) : faulty('${one.part}', part);
        };`;
      return { contents, loader: 'ts', resolveDir: path.dirname(file) };
    });
  },
};
