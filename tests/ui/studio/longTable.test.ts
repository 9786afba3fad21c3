import { parse } from 'csv-parse/browser/esm/sync';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseProject } from '../../../engine/project/parse.ts';
import { openTable, readNow, table, writeTable } from '../../../ui/studio/rows/table.ts';
import { eventually } from '../../support/eventually.ts';

/** Duration of one parse in milliseconds, as for 20,000 rows. */
const SLOW_MS = 60;

vi.mock('csv-parse/browser/esm/sync', async (load) => {
  const real = await load<{ parse: (...call: unknown[]) => unknown }>();
  const slow = (...call: unknown[]) => {
    for (const end = performance.now() + SLOW_MS; performance.now() < end; );
    return real.parse(...call);
  };
  return { parse: vi.fn(slow) };
});

// Fake timers make the pause between keys independent of the machine's load.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('parses a slow table once after several keys, with the last text', async () => {
  const project = parseProject({ scenes: [{ id: 's', layers: [{ id: 't', type: 'text', text: 'Hi {{Name}}' }] }] });
  if (!project.ok) throw new Error(project.problems[0]?.message);
  await openTable('card', project.value, 'Name\nAnn\n');
  expect([vi.mocked(parse).mock.calls.length, table.rows.length]).toEqual([1, 1]);
  for (let key = 1; key <= 20; key += 1) {
    const text = `Name\nAnn\n${'x'.repeat(key)}`;
    void writeTable(text);
    // The typed text is visible immediately.
    expect(table.text).toBe(text);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(vi.mocked(parse)).toHaveBeenCalledTimes(1);
  await eventually(() => expect(vi.mocked(parse)).toHaveBeenCalledTimes(2));
  await vi.advanceTimersByTimeAsync(1000);
  expect(vi.mocked(parse)).toHaveBeenCalledTimes(2);
  expect(table.rows.map(({ values }) => values.get('Name'))).toEqual(['Ann', 'x'.repeat(20)]);
});

it('parses the last text immediately when the rows are requested during typing', async () => {
  void writeTable('Name\nEve\n');
  await vi.advanceTimersByTimeAsync(10);
  await readNow();
  expect(table.rows.map(({ values }) => values.get('Name'))).toEqual(['Eve']);
});
