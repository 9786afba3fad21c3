import { vi } from 'vitest';

// A process goes through many test files, which saves loading the packages for each. Every file begins with the modules
// under test anew, and with them their state, and without what an earlier file put in the place of something real.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();

// The page is one for all of them too: what an earlier file kept or left in it is not there.
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
}
