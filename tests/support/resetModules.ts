import { vi } from 'vitest';

// A process runs many test files, which saves loading the packages for each. Each file starts with fresh modules under
// test, and without the mocks of earlier files.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();

// Test files also share the page, so what earlier files stored or left in it is removed.
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
}
