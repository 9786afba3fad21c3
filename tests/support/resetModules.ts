import { vi } from 'vitest';

// A process runs many test files, which saves loading the packages for each. The pages keep state in modules, so each
// file starts with fresh ones.
vi.resetModules();

// Test files also share the page, so what earlier files stored or left in it is removed.
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
}
