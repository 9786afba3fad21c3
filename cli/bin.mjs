#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCommand } from './compiled.mjs';

const folder = fileURLToPath(new URL('../dist/', import.meta.url));
const args = process.argv.slice(2);
if (existsSync(join(folder, 'cutroom.mjs'))) {
  // A server starts only once, and its stack traces should show source lines.
  const { main } = await loadCommand(folder, { isCached: args[0] !== 'serve' });
  process.exitCode = await main(args);
} else {
  console.error('Cutroom is not built yet. Type this once, then retry:\nnpm run setup');
  process.exitCode = 1;
}
