import { useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../engine/project/project.ts';
import { creation } from './creation.ts';
import type { Refusals } from './refusals.ts';
import type { Shown } from './shown.ts';
import type { Start } from './starts.data.ts';
import type { Draft } from './storedDrafts.ts';
import type { Bench } from './useBench.ts';

interface Given {
  bench: Bench | undefined;
  draft: Draft;
  /** What stands for the rest until there is a bench. */
  start: Start | undefined;
}

/** What a draft makes, and what is said of it. */
interface Made {
  /** Undefined while something is wrong with the draft, or nothing can make it yet. */
  result: Project | undefined;
  /** What is shown: the result, else what was made last of these files, else the file as it is. */
  project: Project | undefined;
  /** Undefined where nothing is shown. */
  shown: Shown | undefined;
  /** Whether Create has nothing to complain of. */
  isReady: boolean;
  /** @param silent see refusalsOf. */
  refusalsFor: (silent: readonly string[]) => Refusals;
}

/** Makes a draft's project, as soon as there is what makes it. */
export function useMade({ bench, draft, start }: Given): Made {
  const { problems: found, asked } = useSnapshot(creation);
  const compiled = useMemo(() => bench?.parts.compileDraft(bench.tool, draft), [bench, draft]);
  const result = compiled?.ok ? compiled.value : undefined;
  const last = useRef<{ project: Project; of: string }>(undefined);
  const of = draft.sources.map(({ url }) => url).join();
  if (result) last.current = { project: result, of };
  const project = last.current?.of === of ? last.current.project : bench?.parts.sourceProject(draft);
  const shown = useMemo(() => project && bench?.parts.shownOf(project), [bench, project]);
  if (!bench || !compiled) {
    const refusals = { at: () => '', elsewhere: start?.refusal };
    const isReady = start?.shown !== undefined;
    return { result, project, shown: start?.shown, isReady, refusalsFor: () => refusals };
  }
  const problems = compiled.ok ? found : compiled.problems;
  const isReady = problems.length === 0 && project !== undefined;
  const said = { draft, problems, isAsked: asked === bench.tool.id };
  const refusalsFor = (silent: readonly string[]) => bench.parts.refusalsOf(bench.tool, { ...said, silent });
  return { result, project, shown, isReady, refusalsFor };
}
