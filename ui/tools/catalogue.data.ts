import { tools } from '../../engine/tools/index.ts';
import type { SourceKind } from '../../engine/tools/tool.ts';

/** What lists of tools say of one: what leads to its page, and which files it takes. */
export interface CataloguedTool {
  id: string;
  title: string;
  route: string;
  summary: string;
  /** Kinds of files that it works on; none where it needs no file. */
  kinds: readonly SourceKind[];
  /** How many files it works on at least and at most. */
  min: number;
  max: number;
}

/**
 * Every tool, in the order of lists. The build puts these values in the place of this code: a page that lists tools does
 * not load what makes projects.
 */
export const catalogue: readonly CataloguedTool[] = tools.map(({ id, title, route, summary, inputs }) => ({
  id,
  title,
  route,
  summary,
  kinds: inputs.max > 0 ? inputs.kinds : [],
  min: inputs.min,
  max: inputs.max,
}));
