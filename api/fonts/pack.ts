import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { npmEnvironment } from '../system/environment.ts';
import { type Limits, ProcessError, runProcess } from '../system/process.ts';
import { fail, type ServiceError } from '../system/serviceError.ts';

/** Largest accepted package of a family, in bytes. */
export const MAX_TARBALL_BYTES = 30_000_000;

/** Limits of npm for one package; the runtime reserves far more address space than it uses. */
const limits: Limits = {
  wallSeconds: 60,
  cpuSeconds: 60,
  memory: 256 * 1024 ** 3,
  fileSize: MAX_TARBALL_BYTES + 1_000_000,
};

/**
 * Downloads the package of a font with npm and the operator's npm settings.
 * @param name of a known package; the caller must not pass untrusted names. @param folder an empty one, which the
 * caller deletes.
 * @returns path of the tarball. @throws ServiceError; the signal's reason when aborted.
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
  if (!packed) throw fail('unavailable', 'The font could not be fetched.');
  const tarball = path.join(folder, packed);
  if ((await stat(tarball)).size > MAX_TARBALL_BYTES) throw fail('not-found', 'The font is too large.');
  return tarball;
}

function failureOf(error: ProcessError): ServiceError {
  if (error.reason === 'start')
    return fail('unavailable', 'npm is not installed, so the font cannot be fetched.', { cause: error });
  if (error.reason === 'timeout') return fail('unavailable', 'Fetching the font took too long.', { cause: error });
  if (/\b(E404|ETARGET)\b/.test(error.log)) return fail('not-found', 'There is no such font.', { cause: error });
  if (/\bEFBIG\b/.test(error.log)) return fail('not-found', 'The font is too large.', { cause: error });
  return fail('unavailable', 'The font could not be fetched.', { cause: error });
}
