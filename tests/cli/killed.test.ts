import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { cutroom, start, tempFolder, until, write } from './command.ts';

const cwd = tempFolder();
/** Number of kills. CUTROOM_LONG=1 uses the number for releases. */
const kills = process.env.CUTROOM_LONG ? 10 : 1;
/** Segments of about 20 s each. */
const segments = kills + 2;

it(`a killed render encodes nothing twice and ends like an uninterrupted one, times: ${kills}`, async () => {
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const url = resolve('fixtures/media/numbers.mp4');
  const video = {
    ...{ id: 'v', type: 'video', url, position, isMuted: true, loopMode: 'duration', playLength: 20 * segments },
    // No two segments start at the same frame; equal ones would be shared.
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

it('two renders to one file with one cache both leave a complete file', async () => {
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const url = resolve('fixtures/media/numbers.mp4');
  const video = { id: 'v', type: 'video', url, position, isMuted: true, loopMode: 'duration', playLength: 45 };
  const timed = { isTrimmed: true, startTime: 0, endTime: 9.7 };
  const layers = [{ ...video, ...timed }];
  const file = write(join(cwd, 'shared.json'), { width: 64, height: 64, scenes: [{ id: 's', layers }] });
  const render = (out: string) =>
    cutroom(['render', file, '--out', out], { cwd, env: { CUTROOM_CACHE: join(cwd, 'shared') } });
  for (const { code, stderr } of await Promise.all([render('both.mp4'), render('both.mp4')]))
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  await render('third.mp4');
  const [both, third] = ['both.mp4', 'third.mp4'].map((name) => readFileSync(join(cwd, name)));
  expect(both?.equals(third as Buffer)).toBe(true);
});

it('leftovers of a killed render are deleted by the next one into that folder, files in use are not', async () => {
  const [tmp, out] = [join(cwd, 'tmp'), join(cwd, 'out')];
  for (const folder of [tmp, out]) mkdirSync(folder);
  const options = { cwd, env: { CUTROOM_CACHE: join(cwd, 'cache'), TMPDIR: tmp } };
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const long = { id: 'v', type: 'video', url: resolve('fixtures/media/numbers.mp4'), position, speed: 0.4 };
  const film = write(join(cwd, 'film.json'), { width: 640, height: 360, scenes: [{ id: 's', layers: [long] }] });
  const still = write(join(cwd, 'still.json'), { output: { type: 'image' }, scenes: [{ id: 's', layers: [] }] });
  const begun = async (name: string) => {
    const before = readdirSync(out);
    const { child, ended } = await start(['render', film, '--no-cache', '--out', join('out', name)], options);
    const fresh = () => readdirSync(out).filter((entry) => !before.includes(entry));
    await until(() => fresh().length > 0, `${name} is written`);
    const [part] = fresh() as [string];
    return { child, ended, part, work: readdirSync(tmp).find((entry) => entry.includes(`-${child.pid}-`)) as string };
  };
  const [killed, living] = [await begun('killed.mp4'), await begun('living.mp4')];
  living.child.kill('SIGSTOP');
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(existsSync(join(out, killed.part))).toBe(true);
  expect(killed.part).not.toBe(living.part);

  // A reused process id, a process on another machine, recent and old, and a file of the user.
  const [, place, , started] = living.part.split('-') as string[];
  const reused = write(join(out, `.cutroom-${place}-${process.pid}-${Number(started) - 1}-ab.part`), 'x');
  const [far, farAndOld] = ['aa', 'bb'].map((end) => write(join(out, `.cutroom-0badcafe-1-1-${end}.part`), 'x'));
  utimesSync(farAndOld as string, 1, 1);
  const own = write(join(out, '.cutroom-notes.part'), 'x');
  expect(await cutroom(['render', still, '--out', 'out/next.png'], options)).toMatchObject({ code: 0 });
  const left = (folder: string, name: string) => existsSync(join(folder, name));
  expect([left(out, killed.part), left(tmp, killed.work), existsSync(reused), existsSync(farAndOld as string)]).toEqual(
    Array(4).fill(false),
  );
  expect([left(out, living.part), left(tmp, living.work), existsSync(far as string), existsSync(own)]).toEqual(
    Array(4).fill(true),
  );
  living.child.kill('SIGCONT');
  expect(await living.ended).toMatchObject({ code: 0 });
  expect(readdirSync(out).sort()).toEqual(
    [far, own, 'living.mp4', 'next.png'].map((path) => (path as string).split('/').at(-1)).sort(),
  );
});
