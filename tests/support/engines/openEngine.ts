import { type Engine, findEngine } from '../../../cli/setup/optional.mjs';
import type { EngineLook, EnginePage } from './enginePage.ts';
import { openFirefox } from './firefox.ts';
import { openWebkit } from './webkit.ts';

/** Starts a browser with an empty page of 1440 × 900; undefined if it is not installed. */
export async function openEngine(
  engine: Engine,
  look: EngineLook = {},
): Promise<{ page: EnginePage; close(): Promise<void> } | undefined> {
  const program = await findEngine(engine);
  if (program === undefined) return undefined;
  return engine === 'firefox' ? openFirefox(program, look) : openWebkit(program, look);
}
