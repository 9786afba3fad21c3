import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isChunkMissing, loadWithRetry } from '../../../ui/app/lazyPart.ts';
import { server } from '../../../ui/client/page/server.ts';

let isThere = false;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
});
afterEach(() => {
  server.reachable = true;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a part that loads on demand', () => {
  it('is requested until the server is back, and the page reports the outage', async () => {
    isThere = false;
    const load = vi.fn(async () => {
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
      return 'part';
    });
    const coming = loadWithRetry(load);
    await vi.advanceTimersByTimeAsync(7000);
    expect(load.mock.calls.length).toBeGreaterThan(2);
    expect(server.reachable).toBe(false);
    isThere = true;
    await vi.advanceTimersByTimeAsync(2000);
    expect(await coming).toBe('part');
    expect(server.reachable).toBe(true);
    expect(isChunkMissing()).toBe(false);
  });

  it('fails when the server answers but does not have it', async () => {
    isThere = true;
    const refused = expect(loadWithRetry(() => Promise.reject(new TypeError('404')))).rejects.toThrow(
      'missing on the server',
    );
    await vi.advanceTimersByTimeAsync(2000);
    await refused;
    expect(isChunkMissing()).toBe(true);
  });
});
