#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bundle = new URL('../dist/cutroom.mjs', import.meta.url);
if (existsSync(fileURLToPath(bundle))) {
  const { main } = await import(bundle.href);
  process.exitCode = await main(process.argv.slice(2));
} else {
  console.error('Cutroom is not built yet. Type this once, then try again:\nnpm run setup');
  process.exitCode = 1;
}
