import { inSpan } from '../telemetry/spans.ts';
import type { Storage } from './storage.ts';

/** A store whose uploads and downloads are spans of the work that they are part of. Keys, which are good as passwords, are not told. */
export function tracedStorage<T extends Storage>(storage: T): T {
  return {
    ...storage,
    put: (key, file, options) => inSpan({ name: 'store put', kind: 'client' }, () => storage.put(key, file, options)),
    fetchLocal: (key, signal) => inSpan({ name: 'store fetch', kind: 'client' }, () => storage.fetchLocal(key, signal)),
  };
}
