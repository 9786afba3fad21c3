import { tools } from '../../engine/tools/index.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { compileDraft } from '../client/drafts/compileDraft.ts';
import { refusalsOf } from '../client/drafts/refusals.ts';
import { estimateWords } from './estimateWords.ts';
import { type Shown, shownOf } from './shown.ts';

// The build replaces this code by its values when it renders the images of these defaults.

/** What a tool without files shows of its defaults, before the code that compiles projects is loaded. */
export interface Start {
  /** undefined if the defaults do not compile. */
  shown?: Shown;
  /** Description of the expected result. */
  estimate?: string;
  /** Problem to show at Create. */
  refusal?: string;
}

/** By id, for every tool that needs no file. */
export const starts: Readonly<Record<string, Start>> = Object.fromEntries(
  tools.filter(({ inputs }) => inputs.min === 0).map((tool) => [tool.id, startOf(tool)]),
);

function startOf(tool: Tool): Start {
  const draft = { sources: [], settings: {} };
  const made = compileDraft(tool, draft);
  if (made.ok) return { shown: shownOf(made.value), estimate: estimateWords(made.value) };
  const { elsewhere } = refusalsOf(tool, { draft, problems: made.problems, isAsked: false, silent: [] });
  return elsewhere === undefined ? {} : { refusal: elsewhere };
}
