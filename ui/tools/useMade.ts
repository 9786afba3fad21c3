import { startTransition, useEffect, useMemo, useReducer, useRef } from 'react';
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

/** So many subtitles take longer to make a project of than a frame lasts: that waits until nobody writes in them any more. */
const LONG_LIST = 300;
/** When nobody does, milliseconds after the last letter. */
const REST_MS = 300;

/** A draft, but for what is just being written in a long list of subtitles. */
function useRested(draft: Draft): Draft {
  const rested = useRef(draft);
  const [, again] = useReducer((count: number) => count + 1, 0);
  const { subtitles } = draft.settings;
  const before = rested.current.settings.subtitles;
  const waits = lengthOf(before) > LONG_LIST && lengthOf(subtitles) > LONG_LIST && subtitles !== before;
  const isSameWork = rested.current.sources === draft.sources;
  useEffect(() => {
    if (rested.current === draft) return;
    const timer = setTimeout(() => {
      rested.current = draft;
      startTransition(again);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  if (!waits || !isSameWork) rested.current = draft;
  return rested.current;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** Makes a draft's project, as soon as there is what makes it. */
export function useMade({ bench, draft, start }: Given): Made {
  const { problems: found, asked } = useSnapshot(creation);
  const whole = useRested(draft);
  const compiled = useMemo(() => bench?.parts.compileDraft(bench.tool, whole), [bench, whole]);
  const result = compiled?.ok ? compiled.value : undefined;
  const last = useRef<{ project: Project; of: string }>(undefined);
  const of = whole.sources.map(({ url }) => url).join();
  if (result) last.current = { project: result, of };
  const project = last.current?.of === of ? last.current.project : bench?.parts.sourceProject(whole);
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
