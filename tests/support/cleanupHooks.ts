import { afterAll, afterEach, vi } from 'vitest';
import { checkRest, endRest } from './afterFile.ts';

// Runs for every test file. Files share processes, so what earlier files replaced is restored.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();

// See afterFile.
afterEach(checkRest);
afterAll(endRest);
