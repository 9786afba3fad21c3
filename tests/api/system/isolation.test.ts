import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runFfprobe } from '../../../api/renderer/media/runFfprobe.ts';
import { createPaintPool } from '../../../api/renderer/paint/paintPool.ts';
import { pocketSphinx } from '../../../api/speech/pocketSphinx.ts';
import { whisperCpp } from '../../../api/speech/whisperCpp.ts';
import { probeLimits as limits } from '../../../api/system/process.ts';
import { runFfmpeg } from '../../../api/system/sandbox.ts';
import { ProblemError } from '../../../engine/project/problems.ts';
import { startWebsite, type Website } from '../../support/website.ts';
import { temporaryFolder } from '../support/files.ts';
import { startService, type TestService } from '../support/service.ts';

const isRoot = process.getuid?.() === 0;
const canLock = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;
const canFilter = process.arch === 'x64' || process.arch === 'arm64';

/** The modes in which programs run: sandboxed, or without a sandbox as root and as another user. */
const modes = [
  { mode: 'require', name: 'in a sandbox', isHere: canLock },
  { mode: 'off', name: 'without a sandbox', isHere: process.platform === 'linux' },
] as const;

let service: TestService;
let site: Website;
let listener: Server;
/** The folder of a job, and places outside of it. */
let [work, programs, another, secret] = ['', '', '', ''];
/** Results of each program, by mode and name. */
const table: Record<string, string>[] = [];

/**
 * A program that replaces the real one. It tries to reach everything forbidden and prints the results as one word. As
 * whisper-cli, it writes them to the requested file.
 */
const probe = (port: number) => `#!/bin/sh
try() { if "$@" >/dev/null 2>&1; then echo open; else echo shut; fi; }
status() { sed -n "s/^$1:[[:space:]]*//p" /proc/self/status; }
connects() { bash -c "exec 3<>/dev/tcp/127.0.0.1/${port}"; }
echo x 2>/dev/null > '${service.dataDir}/intruder'
reads() { grep -q 'a secret' /proc/$PPID/environ; }
words="uid=$(id -u),env=$(env | sed 's/=.*//' | sort | tr '\\n' '+'),data=$(try cat '${service.dataDir}/db/PG_VERSION'),job=$(try cat '${another}')"
words="$words,file=$(try cat '${secret}'),network=$(try connects),parent=$(try reads)"
words="$words,processes=$(ls /proc | grep -c '^[0-9]'),rights=$(status CapEff),gains=$(status NoNewPrivs)"
words="$words,filter=$(status Seccomp),namespace=$(try unshare -U true),core=$(ulimit -c),own=$(try touch ./mine)"
out=; for word in "$@"; do [ "$last" = -of ] && out=$word; last=$word; done
[ -n "$out" ] && echo '{"transcription":[{"text":"'$words'","offsets":{"from":0,"to":100}}]}' > "$out.json"
case "$*" in
  *-infile*) echo "$words 0.00 0.10 0.9" ;;
  *--dump-json*) echo '{"duration":1,"url":"${site.origin}/probe?'$words'"}' ;;
  *) echo "$words" ;;
esac
`;

/** The probe as paint program: it answers with the results as the error of its job. */
const painter = `import { execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', () => {
  const message = execFileSync(new URL('./probe', import.meta.url).pathname, { encoding: 'utf8' });
  console.log(JSON.stringify({ problems: [{ code: 'media.unreadable', path: [], message }] }));
});
`;

beforeAll(async () => {
  [programs, site] = [await temporaryFolder(), await startWebsite()];
  // Everyone may start programs; only the owner may read a data folder.
  await chmod(programs, 0o755);
  const program = path.join(programs, 'probe');
  service = await startService({ workers: 0, links: { hosts: [site.host], ytDlp: program } });
  await chmod(service.dataDir, 0o700);
  work = path.join(service.dataDir, 'work/mine');
  another = path.join(service.dataDir, 'work/other/clip.mp4');
  secret = path.join(await temporaryFolder(), 'secret');
  for (const folder of [work, path.dirname(another)]) await mkdir(folder);
  await writeFile(another, 'a film', { mode: 0o600 });
  await writeFile(secret, 'a secret', { mode: 0o600 });
  await writeFile(path.join(work, 'piece.wav'), 'a sound');
  listener = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  await writeFile(program, probe(port));
  // Whatever the umask is.
  await chmod(program, 0o755);
  await writeFile(path.join(programs, 'ggml.bin'), 'a model');
  await writeFile(path.join(programs, 'painter.mjs'), painter);
  site.page('/watch', '<title>A player</title>');
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  listener.close();
  await site.close();
  const columns = Object.keys(table[0] ?? {});
  const lines = [columns, ...table.map((row) => columns.map((column) => row[column] ?? ''))];
  process.stdout.write(`${lines.map((line) => line.join(' | ')).join('\n')}\n`);
});

/** Runs each program as the service does. Returns what the probe in its place printed. */
const runs: Record<string, (program: string) => Promise<string>> = {
  ffmpeg: () => runFfmpeg(['-i', 'file:piece.wav', '-f', 'null', '-'], { limits, cwd: work }),
  ffprobe: () => runFfprobe(path.join(work, 'piece.wav'), []),
  painter: async () => {
    const pool = createPaintPool(path.join(programs, 'painter.mjs'), { rooms: path.dirname(work), idleMs: 0 });
    const job = { kind: 'webp', from: path.join(work, 'piece.wav'), out: path.join(work, 'out'), work } as const;
    const error = await pool.paint(job, {}).catch((reason: unknown) => reason);
    return error instanceof ProblemError ? (error.problems[0]?.message ?? '') : String(error);
  },
  pocketsphinx: (program) => heardBy(pocketSphinx(program)),
  'whisper-cli': (program) => heardBy(whisperCpp({ program, model: path.join(programs, 'ggml.bin'), size: 1 })),
  'yt-dlp': async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const url = `${site.origin}/watch?${Math.random()}`;
    await service.call('/api/v1/extract', { ...init, body: JSON.stringify({ url }) });
    return decodeURIComponent(
      site.asked
        .filter((address) => address.startsWith('/probe?'))
        .at(-1)
        ?.slice(7) ?? '',
    );
  },
};

async function heardBy({ recognize }: ReturnType<typeof pocketSphinx>): Promise<string> {
  const signal = new AbortController().signal;
  return (await recognize(path.join(work, 'piece.wav'), 1, { languageCode: 'en-US', signal }))[0]?.text ?? '';
}

describe.each(modes)('every program $name', ({ mode, isHere }) => {
  it.skipIf(!isHere).each(Object.keys(runs))('has access only to its job: %s', async (name) => {
    vi.stubEnv('CUTROOM_SANDBOX', mode);
    vi.stubEnv('S3_SECRET_ACCESS_KEY', 'a secret');
    vi.stubEnv('DATABASE_URL', 'postgres://name:a secret@localhost/x');
    const program = path.join(programs, 'probe');
    vi.stubEnv('FFMPEG_PATH', program);
    vi.stubEnv('FFPROBE_PATH', program);
    const printed = await (runs[name] as (program: string) => Promise<string>)(program);
    const found = Object.fromEntries(
      printed
        .trim()
        .split(',')
        .map((word) => word.split('=') as [string, string]),
    );
    table.push({ mode, program: name, ...found });
    const isLocked = mode === 'require';
    const isApart = isLocked || isRoot;
    const allowed =
      /^(?:GLIBC_TUNABLES|HOME|LANG|LD_LIBRARY_PATH|PATH|PWD|OLDPWD|SHLVL|TMPDIR|_|(?:https?|all)_proxy)$/;
    expect(found.env?.split('+').filter((variable) => variable !== '' && !allowed.test(variable))).toEqual([]);
    expect(found).toMatchObject({ rights: '0000000000000000', gains: '1', core: '0' });
    if (isApart) {
      expect(found).toMatchObject({ data: 'shut', job: 'shut', file: 'shut', parent: 'shut' });
      expect(existsSync(path.join(service.dataDir, 'intruder'))).toBe(false);
    }
    if (isLocked) {
      expect(found.network).toBe('shut');
      expect(found.filter).toBe(canFilter ? '2' : '0');
      expect(found.namespace).toBe('shut');
      expect(Number(found.processes)).toBeLessThan(10);
    } else if (isRoot) expect(Number(found.uid)).toBeGreaterThan(61_184);
    // It can write its own output.
    if (name !== 'ffprobe' && name !== 'painter') expect(found.own).toBe('open');
  });
});

it('hijacked programs cannot make this process read other files through links', async () => {
  const program = path.join(programs, 'linker');
  await writeFile(program, `#!/bin/sh\ncase "$*" in *-version*) exit 0;; esac\nln -sf '${secret}' stolen.mp4\n`, {
    mode: 0o755,
  });
  vi.stubEnv('FFMPEG_PATH', program);
  for (const { mode } of modes.filter(({ isHere }) => isHere)) {
    vi.stubEnv('CUTROOM_SANDBOX', mode);
    const cwd = await temporaryFolder();
    await expect(runFfmpeg(['-i', 'file:piece.wav'], { limits, cwd })).rejects.toThrow('created links in its folder');
    await expect(readFile(path.join(cwd, 'stolen.mp4'))).rejects.toThrow('ENOENT');
  }
});
