import { tools } from '../../engine/tools/index.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { compileDraft } from './compileDraft.ts';
import { estimateWords } from './estimateWords.ts';
import { refusalsOf } from './refusals.ts';
import { type Shown, shownOf } from './shown.ts';

// The build puts values in the place of this code, as it renders the pictures of what they tell of.

/** What the page of a tool that needs no file shows of the tool's usual settings, before anything can make projects. */
export interface Start {
  /** undefined where the usual settings make nothing yet. */
  shown?: Shown;
  /** What will come out, in words. */
  estimate?: string;
  /** What is missing, as it is said at Create. */
  refusal?: string;
}

/** Of every tool that needs no file, by its id. */
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
