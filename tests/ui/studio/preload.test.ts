import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloadParts } from '../../../ui/studio/preload.ts';

const { late } = vi.hoisted(() => ({ late: vi.fn(async () => undefined) }));
// The real modules take seconds to load here.
vi.mock('../../../ui/studio/parts.ts', () => {
  const part = { fetch: async () => undefined };
  return { loadLate: late, loadSoon: part.fetch, LeftDock: part, Stage: part, StudioSheet: part };
});
vi.stubGlobal('document', { fonts: { load: async () => [] } });

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
  late.mockClear();
  vi.stubGlobal('navigator', { ...navigator, connection });
  const callOff = preloadParts(async () => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.dynamicImportSettled();
  expect(late).toHaveBeenCalledTimes(times);
  callOff();
});
