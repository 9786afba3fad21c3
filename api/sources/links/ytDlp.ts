import * as z from 'zod';
import { MAX_SOURCE_SECONDS } from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import { type Limits, ProcessError, runProcess } from '../../system/process.ts';
import { type FetchedLink, type Fetching, fetchFile, fetchLink } from './fetchLink.ts';
import { LinkRefused, noContent } from './linkRefused.ts';

const limits: Limits = { wallSeconds: 60, cpuSeconds: 60, memory: 4 * 1024 ** 3, fileSize: 1_000_000 };

/** One file with sound before a video and a sound; by plain requests only, for a playlist is no file. */
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

/** What websites may want to hear again; cookies and the like go nowhere. */
const passedOn = ['User-Agent', 'Referer'];

/**
 * Fetches a link whose page says nothing of itself with yt-dlp, which knows many websites. It makes requests of its own to
 * find the addresses of the files; the files are fetched through our doors.
 * @param program path of yt-dlp. @throws LinkRefused
 */
export async function fetchByYtDlp(program: string, url: URL, fetching: Fetching): Promise<FetchedLink> {
  try {
    return await fetchLink(url, fetching);
  } catch (error) {
    const isUnknownPage = error instanceof LinkRefused && error.message === messages.noContent;
    if (!isUnknownPage) throw error;
    const found = await ask(program, url, fetching.signal);
    if ((found?.duration ?? 0) > MAX_SOURCE_SECONDS) throw new LinkRefused(messages.sourceTooLong);
    const [video, sound] = found?.requested_formats ?? (found?.url ? [{ ...found, url: found.url }] : []);
    if (!video) throw error;
    const take = (one: z.infer<typeof format>) =>
      fetchFile(fetching.doors.read(one.url), { ...fetching, headers: headersOf(one) });
    const media = await take(video);
    const discard = async (reason: unknown) => {
      await fetching.discard(media);
      throw reason;
    };
    return { media, sound: sound && (await take(sound).catch(discard)) };
  }
}

async function ask(program: string, url: URL, signal: AbortSignal): Promise<z.infer<typeof answer> | undefined> {
  const plain = ['--ignore-config', '--no-cache-dir', '--no-warnings', '--no-playlist', '--playlist-items', '1'];
  const args = [...plain, '--socket-timeout', '10', '--retries', '1', '-f', formats, '--dump-json', '--', url.href];
  try {
    const said = await runProcess(program, args, { limits, signal });
    return answer.parse(JSON.parse(said.split('\n')[0] ?? ''));
  } catch (error) {
    signal.throwIfAborted();
    // A program that is not there is a fault of ours.
    if (error instanceof ProcessError && error.reason === 'start') throw error;
    throw noContent();
  }
}

function headersOf({ http_headers = {} }: z.infer<typeof format>): Record<string, string> {
  const passed = passedOn.flatMap((name) => (http_headers[name] ? [[name.toLowerCase(), http_headers[name]]] : []));
  return Object.fromEntries(passed);
}
