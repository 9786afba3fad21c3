import { afterAll, afterEach } from 'vitest';
import { checkRest, endRest } from './afterFile.ts';

// Runs for every test file, see afterFile.
afterEach(checkRest);
afterAll(endRest);
