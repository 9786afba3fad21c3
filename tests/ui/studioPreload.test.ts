import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloadParts } from '../../ui/studio/preload.ts';

const { rest } = vi.hoisted(() => ({ rest: vi.fn(async () => undefined) }));
vi.mock('../../ui/studio/restParts.ts', () => ({ restParts: [rest] }));
// The code of the first layer takes seconds to load here.
vi.mock('../../ui/app/loadWithSchemas.ts', () => ({
  loadWithSchemas: async (load: () => Promise<unknown>) => (load === rest ? load() : undefined),
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['are fetched while nobody waits for them', undefined, 1],
  ['are left where they are by a browser that is asked to save data', { saveData: true }, 0],
])('the parts that are not needed yet %s', async (_words, connection, times) => {
  rest.mockClear();
  vi.stubGlobal('navigator', { ...navigator, connection });
  const callOff = preloadParts(async () => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.dynamicImportSettled();
  expect(rest).toHaveBeenCalledTimes(times);
  callOff();
});
