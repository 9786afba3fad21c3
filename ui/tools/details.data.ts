import { tools } from '../../engine/tools/index.ts';
import type { SourceKind } from '../../engine/tools/tool.ts';

/** Summary and accepted files of a tool. Separate from the catalogue, for pages that load later. */
export interface ToolDetails {
  /** One sentence. */
  summary: string;
  /** Accepted kinds of files; empty if it needs none. */
  kinds: readonly SourceKind[];
  /** Minimum and maximum number of files. */
  min: number;
  max: number;
  /** Accepted kinds of the extra file; empty if it has none. */
  extra: readonly SourceKind[];
}

/** Details of every tool by id. The build replaces this code by its values. */
export const details: Readonly<Record<string, ToolDetails>> = Object.fromEntries(
  tools.map(({ id, summary, inputs: { kinds, min, max }, extra }) => [
    id,
    { summary, kinds: max > 0 ? kinds : [], min, max, extra: extra?.kinds ?? [] },
  ]),
);
