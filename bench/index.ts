import { run as controls } from './controls.ts';
import { run as drag } from './drag.ts';
import { run as exportInBrowser } from './export.ts';
import { run as growth } from './growth.ts';
import { run as intake } from './intake.ts';
import { run as pages } from './pages.ts';
import { run as preview } from './preview.ts';
import { run as render } from './render.ts';
import { run as saves } from './saves.ts';
import { run as scaling } from './scaling.ts';
import { run as speech } from './speech.ts';
import { run as stills } from './stills.ts';
import { run as subtitles } from './subtitles.ts';
import { run as timeline } from './timeline.ts';
import { run as validate } from './validate.ts';

/**
 * All benchmarks by name. Each returns a table; ratios are relative to a reference that runs within the same minutes.
 */
export const benches: Record<string, () => Promise<string>> = {
  render,
  growth,
  intake,
  stills,
  subtitles,
  speech,
  validate,
  scaling,
  saves,
  pages,
  preview,
  controls,
  drag,
  timeline,
  export: exportInBrowser,
};

/** Runs the named benchmarks, or all, and prints their tables. */
export async function runBenches(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !benches[name]);
  if (unknown.length > 0)
    throw new Error(`No benchmark "${unknown[0]}". There are: ${Object.keys(benches).join(', ')}.`);
  for (const name of names.length > 0 ? names : Object.keys(benches)) {
    process.stdout.write(`\n${await (benches[name] as () => Promise<string>)()}\n`);
  }
}
