#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadCompiled } from './compiled.mjs';

const bundle = new URL('../dist/cutroom.mjs', import.meta.url);
const args = process.argv.slice(2);
if (existsSync(fileURLToPath(bundle))) {
  // A server starts only once, and its stack traces should show source lines.
  const compiled = args[0] === 'serve' ? undefined : loadCompiled(fileURLToPath(new URL('.', bundle)));
  const { main } = compiled ?? (await import(bundle.href));
  process.exitCode = await main(args);
} else {
  console.error('Cutroom is not built yet. Type this once, then try again:\nnpm run setup');
  process.exitCode = 1;
}
