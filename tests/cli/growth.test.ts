import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { treeMemory } from '../../bench/support/measure.ts';
import { start, tempFolder, write } from './command.ts';

const cwd = tempFolder();
/** CUTROOM_LONG=1: the maximum of a project. */
const many = process.env.CUTROOM_LONG ? 500 : 20;

it(`${many} scenes with transitions need about as much memory as ten`, async () => {
  const [few, all] = [await peakOf(10), await peakOf(many)];
  expect(all / few).toBeLessThan(1.3);
}, 1_800_000);

/** Peak memory of a render with this many scenes, including its child processes, bytes. */
async function peakOf(scenes: number): Promise<number> {
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const url = resolve('fixtures/media/traffic.mp4');
  const sceneOf = (i: number) => ({
    id: `s${i}`,
    transition: { type: 'dissolve', duration: 0.3 },
    layers: [
      { id: `t${i}`, type: 'text', text: `Scene ${i}`, position: { ...position, height: '30%' } },
      { id: `v${i}`, type: 'video', url, position, isTrimmed: true, startTime: i % 3, endTime: (i % 3) + 1 },
    ],
  });
  const project = {
    width: 160,
    height: 90,
    quality: 'fast',
    scenes: Array.from({ length: scenes }, (_, i) => sceneOf(i)),
  };
  const file = write(join(cwd, `${scenes}.json`), project);
  const { child, ended } = await start(['render', file, '--no-cache', '--out', `${scenes}.mp4`], { cwd });
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, treeMemory(child.pid as number));
  }, 25);
  const { code, stderr } = await ended;
  clearInterval(timer);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  console.info(`${scenes} scenes: ${Math.round(most / 1e6)} MB`);
  return most;
}
