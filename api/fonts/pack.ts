import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { npmEnvironment } from '../system/environment.ts';
import { type Limits, ProcessError, runProcess } from '../system/process.ts';

/** Why a font family cannot be had. `message` is a sentence for a person. */
export class FontError extends Error {
  override name = 'FontError';
  /** off: fetching is switched off; missing: there is no such package, or it is not usable; away: try again later. */
  readonly reason: 'off' | 'missing' | 'away';

  constructor(reason: FontError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** Largest package of a family that is taken, bytes. */
export const MAX_TARBALL_BYTES = 30_000_000;

/** What npm may use for one package; the runtime reserves far more address space than it uses. */
const limits: Limits = {
  wallSeconds: 60,
  cpuSeconds: 60,
  memory: 256 * 1024 ** 3,
  fileSize: MAX_TARBALL_BYTES + 1_000_000,
};

/**
 * Fetches the package of a font by npm, with the operator's own npm settings.
 * @param name of a package of ours; what else comes in is the caller's fault. @param folder an empty one that is the caller's to remove.
 * @returns path of the tarball. @throws FontError; the signal's reason when aborted.
 */
export async function packFont(name: string, folder: string, signal?: AbortSignal): Promise<string> {
  const options = [
    '--ignore-scripts',
    '--loglevel=error',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=500',
    '--fetch-timeout=20000',
  ];
  const places = [`--pack-destination=${folder}`, `--cache=${path.join(folder, 'cache')}`, '--no-update-notifier'];
  try {
    await runProcess('npm', ['pack', `${name}@5`, ...options, ...places], {
      ...{ limits, signal, cwd: folder },
      env: npmEnvironment(),
    });
  } catch (error) {
    throw error instanceof ProcessError ? failureOf(error) : error;
  }
  const packed = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (!packed) throw new FontError('away', 'The font could not be fetched.');
  const tarball = path.join(folder, packed);
  if ((await stat(tarball)).size > MAX_TARBALL_BYTES) throw new FontError('missing', 'The font is too large.');
  return tarball;
}

function failureOf(error: ProcessError): FontError {
  if (error.reason === 'start') return new FontError('away', 'npm is not there to fetch the font.', error);
  if (error.reason === 'timeout') return new FontError('away', 'Fetching the font took too long.', error);
  if (/\b(E404|ETARGET)\b/.test(error.log)) return new FontError('missing', 'There is no such font.', error);
  if (/\bEFBIG\b/.test(error.log)) return new FontError('missing', 'The font is too large.', error);
  return new FontError('away', 'The font could not be fetched.', error);
}
