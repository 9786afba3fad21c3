import { inSpan } from '../telemetry/spans.ts';
import type { Storage } from './storage.ts';

/** Wraps a storage to trace uploads and downloads. Keys are as good as passwords, so spans omit them. */
export function tracedStorage<T extends Storage>(storage: T): T {
  return {
    ...storage,
    put: (key, file, options) => inSpan({ name: 'store put', kind: 'client' }, () => storage.put(key, file, options)),
    fetchLocal: (key, signal) => inSpan({ name: 'store fetch', kind: 'client' }, () => storage.fetchLocal(key, signal)),
  };
}
