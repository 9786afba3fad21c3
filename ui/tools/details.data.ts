import { tools } from '../../engine/tools/index.ts';
import type { SourceKind } from '../../engine/tools/tool.ts';

/** What a tool does and which files it takes; beside the catalogue, for pages that can come later. */
export interface ToolDetails {
  /** One sentence. */
  summary: string;
  /** Kinds of files that it works on; none where it needs no file. */
  kinds: readonly SourceKind[];
  /** How many files it works on at least and at most. */
  min: number;
  max: number;
  /** Kinds of the one file that it takes beside them; none where it takes none. */
  beside: readonly SourceKind[];
}

/** The details of every tool by its id, as values that the build puts in the place of this code. */
export const details: Readonly<Record<string, ToolDetails>> = Object.fromEntries(
  tools.map(({ id, summary, inputs: { kinds, min, max }, beside }) => [
    id,
    { summary, kinds: max > 0 ? kinds : [], min, max, beside: beside?.kinds ?? [] },
  ]),
);
