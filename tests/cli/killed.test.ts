import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { cutroom, start, tempFolder, until, write } from './command.ts';

const cwd = tempFolder();
/** How often the render is killed. CUTROOM_LONG=1: as often as before a release. */
const kills = process.env.CUTROOM_LONG ? 10 : 2;
/** Segments of about 20 s. */
const segments = kills + 2;

it(`a render killed ${kills} times on its way encodes nothing twice, and ends as one that was left alone`, async () => {
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const url = resolve('fixtures/media/numbers.mp4');
  const video = {
    ...{ id: 'v', type: 'video', url, position, isMuted: true, loopMode: 'duration', playLength: 20 * segments },
    // No two segments begin at the same frame of it: equal ones would be one.
    ...{ isTrimmed: true, startTime: 0, endTime: 9.7 },
  };
  const file = write(join(cwd, 'long.json'), { width: 64, height: 64, scenes: [{ id: 's', layers: [video] }] });
  const env = { CUTROOM_CACHE: join(cwd, 'cache') };
  const kept = () => {
    const folder = join(cwd, 'cache/segments');
    const names = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isFile() && /^\w+\.\w+$/.test(entry.name),
    );
    return new Map(names.map(({ name }) => [name, statSync(join(folder, name)).ino]));
  };
  const many = () => {
    try {
      return kept().size;
    } catch {
      return 0;
    }
  };

  let before = new Map<string, number>();
  for (let i = 1; i <= kills; i += 1) {
    const { child, ended } = await start(['render', file, '--out', 'killed.mp4'], { cwd, env });
    await until(() => many() >= i, `${i} segments are encoded`);
    child.kill('SIGKILL');
    await ended;
    const now = kept();
    for (const [name, inode] of before) expect(now.get(name), name).toBe(inode);
    before = now;
  }
  expect(before.size).toBeLessThan(segments);
  const last = await cutroom(['render', file, '--out', 'killed.mp4'], { cwd, env });
  expect(last).toMatchObject({ code: 0 });
  const now = kept();
  expect(now.size).toBe(segments);
  for (const [name, inode] of before) expect(now.get(name), name).toBe(inode);

  expect(await cutroom(['render', file, '--no-cache', '--out', 'alone.mp4'], { cwd, env })).toMatchObject({ code: 0 });
  const [killed, alone] = ['killed.mp4', 'alone.mp4'].map((name) => readFileSync(join(cwd, name)));
  expect(killed?.equals(alone as Buffer)).toBe(true);
}, 600_000);
