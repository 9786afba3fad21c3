import { afterAll, afterEach } from 'vitest';
import { checkRest, endRest } from './afterFile.ts';

// For every test file, see afterFile.
afterEach(checkRest);
afterAll(endRest);
