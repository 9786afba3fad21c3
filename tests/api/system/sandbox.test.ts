import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { probeFile } from '../../../api/renderer/media/probe.ts';
import { createPaintPool } from '../../../api/renderer/paint/paintPool.ts';
import { findProgram } from '../../../api/system/findProgram.ts';
import { createLog } from '../../../api/system/log.ts';
import { linkMediaFile } from '../../../api/system/mediaLinks.ts';
import { probeLimits as limits } from '../../../api/system/process.ts';
import { describeSandbox, runFfmpeg } from '../../../api/system/sandbox.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { root } from '../../support/sources.ts';
import { temporaryFolder } from '../support/files.ts';
import { startService } from '../support/service.ts';

const canLock = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;
/** An unprivileged container as seen from inside: parts of /proc are hidden. */
const container = [
  ...['--unshare-user', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL'],
  ...['--unshare-pid', '--dev-bind', '/', '/', '--proc', '/proc', '--tmpfs', '/proc/acpi'],
];
const canNest = spawnSync('bwrap', [...container, 'true']).status === 0;
const sample = path.join(root, 'fixtures/media/odd.mp4');

afterEach(() => vi.unstubAllEnvs());

it('a failing sandbox or a missing program is not reported as a fault of the file', async () => {
  const folder = await temporaryFolder();
  const [bwrap, program] = [path.join(folder, 'bwrap'), path.join(folder, 'ffprobe')];
  await symlink(findProgram('ffprobe') ?? '', program);
  const why = 'bwrap: Creating new namespace failed: No space left on device';
  const script = `#!/bin/sh\ncase "$*" in *-version*) exit 0 ;; esac\necho '${why}' >&2\nexit 1\n`;
  await writeFile(bwrap, script, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  vi.stubEnv('CUTROOM_SANDBOX', 'require');
  for (const [probe, sentence] of [
    [program, /^The sandbox \(bwrap\) could not start ffmpeg/],
    [path.join(folder, 'none'), /^ffmpeg was not found/],
  ] as const) {
    vi.stubEnv('FFPROBE_PATH', probe);
    await expect(probeFile(sample), probe).rejects.toThrow(sentence);
  }
});

describe.skipIf(!canLock)('sandboxed ffmpeg', () => {
  it('can access only its inputs and outputs', async () => {
    vi.stubEnv('CUTROOM_SANDBOX', 'require');
    vi.stubEnv('DATABASE_URL', 'postgres://name:secret@localhost/x');
    const folder = await temporaryFolder();
    const [work, kept] = [path.join(folder, 'work'), path.join(folder, 'kept')];
    for (const made of [work, kept]) await mkdir(made);
    const secret = path.join(kept, 'secret.mp4');
    await copyFile(sample, secret);
    await writeFile(path.join(work, 'list.ffconcat'), `ffconcat version 1.0\nfile ${secret}\n`);
    const list = ['-v', 'error', '-y', '-safe', '0', '-f', 'concat', '-i', 'file:list.ffconcat', '-c', 'copy'];
    const stolen = runFfmpeg([...list, '-f', 'mp4', 'file:stolen.mp4'], { limits, cwd: work });
    await expect(stolen).rejects.toMatchObject({ log: expect.stringContaining(`Impossible to open 'file:${secret}'`) });
    // The same list works with the file in the job folder, so the sandbox caused the failure. A link that the run does
    // not name stays unreadable.
    await linkMediaFile(secret, path.join(work, 'm0.mp4'));
    await expect(runFfmpeg([...list, '-f', 'mp4', 'file:taken.mp4'], { limits, cwd: work })).rejects.toThrow();
    const named = ['-i', 'file:m0.mp4', ...list, '-map', '1'];
    await runFfmpeg([...named, '-f', 'mp4', 'file:taken.mp4'], { limits, cwd: work });
    const outside = path.join(kept, 'out.mp4');
    const copy = ['-v', 'error', '-y', '-i', `file:${secret}`, '-c', 'copy', '-f', 'mp4', `file:${outside}`];
    await runFfmpeg(copy, { limits });
    expect((await stat(outside)).size).toBeGreaterThan(1000);
    // A generated source has no input file.
    const silence = path.join(kept, 'silence.wav');
    await runFfmpeg(['-y', '-filter_complex', 'anullsrc=d=1[a]', '-map', '[a]', `file:${silence}`], { limits });
    expect((await stat(silence)).size).toBeGreaterThan(1000);
    const failing = path.join(kept, 'nothing.mp4');
    await expect(runFfmpeg(['-i', 'file:none', `file:${failing}`], { limits })).rejects.toThrow();
    expect(existsSync(failing)).toBe(false);
    expect((await readFile(secret)).equals(await readFile(sample))).toBe(true);
  });

  it('sees a custom program but no other file in its folder', async () => {
    const folder = await temporaryFolder();
    const [program, secret] = [path.join(folder, 'ffmpeg'), path.join(folder, 'secret.mp4')];
    await copyFile(findProgram('ffmpeg') ?? '', program);
    await copyFile(sample, secret);
    vi.stubEnv('CUTROOM_SANDBOX', 'require');
    vi.stubEnv('FFMPEG_PATH', program);
    const work = await temporaryFolder();
    await writeFile(path.join(work, 'list.ffconcat'), `ffconcat version 1.0\nfile ${secret}\n`);
    const list = ['-v', 'error', '-y', '-safe', '0', '-f', 'concat', '-i', 'file:list.ffconcat', '-c', 'copy'];
    const stolen = runFfmpeg([...list, '-f', 'mp4', 'file:stolen.mp4'], { limits, cwd: work });
    await expect(stolen).rejects.toMatchObject({ log: expect.stringContaining(`Impossible to open 'file:${secret}'`) });
  });

  it.skipIf(process.getuid?.() !== 0)('can read private files of other users if the service runs as root', async () => {
    vi.stubEnv('CUTROOM_SANDBOX', 'require');
    const folder = await temporaryFolder();
    const [own, file] = [path.join(folder, 'own'), path.join(folder, 'own/clip.mp4')];
    await mkdir(own);
    await copyFile(sample, file);
    for (const [name, mode] of [
      [file, 0o600],
      [own, 0o700],
    ] as const) {
      await chown(name, 65_534, 65_534);
      await chmod(name, mode);
    }
    const look = ['-v', 'error', '-i', `file:${file}`, '-c', 'copy', '-f', 'null', '-'];
    await expect(runFfmpeg(look, { limits })).resolves.toBe('');
  });

  it.skipIf(!canNest)('works inside a container', async () => {
    const folder = await temporaryFolder();
    const bwrap = findProgram('bwrap') ?? '';
    const inner = [bwrap, ...container, '--', bwrap, '"$@"'];
    await writeFile(path.join(folder, 'bwrap'), `#!/bin/sh\nexec ${inner.join(' ')}\n`, { mode: 0o755 });
    const all = ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true'];
    const mounted = spawnSync(path.join(folder, 'bwrap'), all);
    expect(String(mounted.stderr)).toContain("Can't mount proc");
    const work = await temporaryFolder();
    const copy = ['-v', 'error', '-i', `file:${sample}`, '-c', 'copy', '-f', 'mp4', 'file:copy.mp4'];
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    vi.stubEnv('CUTROOM_SANDBOX', 'require');
    const program = path.join(folder, 'ffmpeg');
    await symlink(findProgram('ffmpeg') ?? '', program);
    vi.stubEnv('FFMPEG_PATH', program);
    expect(await describeSandbox()).toEqual({
      isLockedIn: true,
      text: 'Programs that read users’ files run in a sandbox.',
    });
    await runFfmpeg(copy, { limits, cwd: work });
    expect((await stat(path.join(work, 'copy.mp4'))).size).toBeGreaterThan(1000);
  });

  it('renders the same bytes as without a sandbox', async () => {
    const folder = await temporaryFolder();
    const layer = { id: 'v', type: 'video', url: sample, startTime: 0, endTime: 1 };
    const size = { width: 160, height: 90 };
    const parsed = parseProject({ ...size, scenes: [{ id: 's', layers: [{ ...layer, ...size, x: 0, y: 0 }] }] });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const results = [];
    const painter = createPaintPool(path.join(root, 'dist/paint.mjs'), { idleMs: 0 });
    for (const mode of ['require', 'off']) {
      vi.stubEnv('CUTROOM_SANDBOX', mode);
      const out = path.join(folder, `${mode}.mp4`);
      await renderProject(parsed.value, { out, workDir: folder, locate: async () => sample, painter });
      results.push(await readFile(out));
    }
    expect(results[0]?.equals(results[1] as Buffer)).toBe(true);
  });
});

it('the reason for a missing sandbox is reported, and the start fails if one is required', async () => {
  vi.stubEnv('CUTROOM_SANDBOX', 'off');
  const off = 'Programs that read users’ files run without a sandbox: CUTROOM_SANDBOX is off.';
  expect(await describeSandbox()).toEqual({ isLockedIn: false, text: off });
  vi.stubEnv('FFMPEG_PATH', '/no/such/ffmpeg');
  vi.stubEnv('CUTROOM_SANDBOX', 'auto');
  expect((await describeSandbox()).text).toMatch(/ without a sandbox: .+\.$/);
  vi.stubEnv('CUTROOM_SANDBOX', 'require');
  await expect(describeSandbox()).rejects.toThrow('CUTROOM_SANDBOX is "require"');
});

it.skipIf(!existsSync('/usr/bin/apt-get'))(
  'the start warns that bwrap is missing, with the command to install it',
  async () => {
    const folder = await temporaryFolder();
    for (const name of ['ffmpeg', 'ffprobe', 'cp']) await symlink(findProgram(name) ?? '', path.join(folder, name));
    vi.stubEnv('CUTROOM_SANDBOX', 'auto');
    vi.stubEnv('PATH', folder);
    const lines: { level: string; msg: string }[] = [];
    const log = createLog({ format: 'json', write: (line) => void lines.push(JSON.parse(line)) });
    await startService({ workers: 0, log });
    expect(lines.filter(({ msg }) => msg.includes('sandbox'))).toMatchObject([
      {
        level: 'warn',
        msg: 'Programs that read users’ files run without a sandbox: bwrap is not installed. To fix this: apt-get install bubblewrap',
      },
    ]);
  },
);
