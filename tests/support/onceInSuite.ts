import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

/**
 * Makes something once for all processes of a suite: the first caller makes it, the others wait for it.
 * @param name unique in the suite
 * @param make returns JSON data
 * @throws the message of the first caller's error, to all callers
 */
export async function onceInSuite<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  const suiteFolder = inject('suiteFolder');
  const file = join(suiteFolder, `${name}.json`);
  const isFirst = await mkdir(join(suiteFolder, `${name}.lock`)).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const made = await make().then(
      (value) => ({ value }),
      (error: unknown) => ({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    await writeFile(`${file}.part`, JSON.stringify(made));
    await rename(`${file}.part`, file);
  }
  for (const end = Date.now() + 300_000; !existsSync(file); ) {
    if (Date.now() > end) throw new Error(`The first test file did not finish making ${name}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const made = JSON.parse(await readFile(file, 'utf8')) as { value: Value } | { error: string };
  if ('error' in made) throw new Error(made.error);
  return made.value;
}
