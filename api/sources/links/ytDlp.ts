import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { MAX_SOURCE_SECONDS } from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import { pathsOf } from '../../system/bwrap.ts';
import { type Limits, ProcessError } from '../../system/process.ts';
import { runSandboxed } from '../../system/sandbox.ts';
import { fail, isFailure } from '../../system/serviceError.ts';
import { makeWorkFolder } from '../../system/temporary.ts';
import type { EgressRules } from './egressRules.ts';
import { type FetchedLink, type Fetching, fetchFile, fetchLink } from './fetchLink.ts';
import { openGuardedProxy } from './guardedProxy.ts';
import { noContent } from './linkMessages.ts';

/** Node reserves far more address space than it uses; some builds of yt-dlp extract themselves. */
const limits: Limits = { wallSeconds: 60, cpuSeconds: 60, memory: 256 * 1024 ** 3, fileSize: 64_000_000 };

/** Name of the proxy's socket in the working folder. */
const socketName = 'proxy.sock';

/** Runs yt-dlp in a network that leads nowhere: a local port forwards to the proxy's socket in the file system. */
const wayOut = `
const { spawn } = require('node:child_process');
const self = require('node:process');
const net = require('node:net');
const ports = net.createServer((from) => {
  const to = net.connect('${socketName}');
  for (const [one, other] of [[from, to], [to, from]]) one.on('error', () => other.destroy()).pipe(other);
});
ports.listen(0, '127.0.0.1', () => {
  const proxy = 'http://127.0.0.1:' + ports.address().port;
  const env = { ...self.env, http_proxy: proxy, https_proxy: proxy, all_proxy: proxy };
  const [program, ...args] = self.argv.slice(1);
  const child = spawn(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  child.on('error', () => self.exit(127)).on('exit', (code) => self.exit(code ?? 1));
});`;

/** Prefers one file with audio to separate files; plain HTTP only, since playlists are not files. */
const formats = ['b[ext=mp4]', 'bv*[ext=mp4]+ba[ext=m4a]', 'b', 'bv*+ba']
  .map((choice) =>
    choice
      .split('+')
      .map((one) => `${one}[protocol^=http][protocol!*=dash]`)
      .join('+'),
  )
  .join('/');

const format = z.object({ url: z.string(), http_headers: z.record(z.string(), z.string()).optional() });
const answer = z.object({
  ...format.partial().shape,
  duration: z.number().nullish(),
  requested_formats: z.array(format).nullish(),
});

/** Headers to repeat for the files; cookies and others are dropped. */
const passedOn = ['User-Agent', 'Referer'];

/**
 * Fetches a link whose page has no usable metadata with yt-dlp, which supports many websites. Its requests are
 * restricted by our rules, like the later requests for the files.
 * @param program path of yt-dlp. @throws ServiceError
 */
export async function fetchByYtDlp(program: string, url: URL, fetching: Fetching): Promise<FetchedLink> {
  try {
    return await fetchLink(url, fetching);
  } catch (error) {
    const isUnknownPage = isFailure(error, 'link') && error.message === messages.noContent;
    if (!isUnknownPage) throw error;
    const found = await runYtDlp(program, url, fetching);
    if ((found?.duration ?? 0) > MAX_SOURCE_SECONDS) throw fail('link', messages.sourceTooLong);
    const [video, sound] = found?.requested_formats ?? (found?.url ? [{ ...found, url: found.url }] : []);
    if (!video) throw error;
    const acceptFormat = (one: z.infer<typeof format>) =>
      fetchFile(fetching.doors.read(one.url), { ...fetching, headers: headersOf(one) });
    const media = await acceptFormat(video);
    const discard = async (reason: unknown) => {
      await fetching.discard(media);
      throw reason;
    };
    return { media, sound: sound && (await acceptFormat(sound).catch(discard)) };
  }
}

async function runYtDlp(
  program: string,
  url: URL,
  { doors, signal }: Pick<Fetching, 'doors' | 'signal'>,
): Promise<z.infer<typeof answer> | undefined> {
  const plain = ['--ignore-config', '--no-cache-dir', '--no-warnings', '--no-playlist', '--playlist-items', '1'];
  const args = [...plain, '--socket-timeout', '10', '--retries', '1', '-f', formats, '--dump-json', '--', url.href];
  try {
    const output = await runGuarded(program, args, doors, signal);
    return answer.parse(JSON.parse(output.split('\n')[0] ?? ''));
  } catch (error) {
    signal.throwIfAborted();
    // A missing program is a server fault.
    if (error instanceof ProcessError && error.reason === 'start') throw error;
    throw noContent();
  }
}

/** Runs yt-dlp in its own folder, with network access only through the proxy. @returns its output. */
async function runGuarded(
  program: string,
  args: readonly string[],
  doors: EgressRules,
  signal: AbortSignal,
): Promise<string> {
  const cwd = await makeWorkFolder(tmpdir());
  try {
    const proxy = await openGuardedProxy(doors, path.join(cwd, socketName));
    try {
      return await runSandboxed(process.execPath, ['-e', wayOut, program, ...args], {
        ...{ limits, signal, cwd, hasSockets: true },
        env: { HOME: cwd, TMPDIR: cwd },
        reads: await pathsOf(program),
        trial: [
          '-e',
          "process.exit(require('node:child_process').spawnSync(process.argv[1], ['--version']).status ?? 1)",
          program,
        ],
      });
    } finally {
      proxy.close();
    }
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

function headersOf({ http_headers = {} }: z.infer<typeof format>): Record<string, string> {
  const passed = passedOn.flatMap((name) => (http_headers[name] ? [[name.toLowerCase(), http_headers[name]]] : []));
  return Object.fromEntries(passed);
}
