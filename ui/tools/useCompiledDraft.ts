import { startTransition, useEffect, useMemo, useReducer, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../engine/project/project.ts';
import { creation } from './creation.ts';
import type { Refusals } from './refusals.ts';
import type { Shown } from './shown.ts';
import type { Start } from './starts.data.ts';
import type { Draft } from './storedDrafts.ts';
import type { ToolModules } from './useToolModules.ts';

interface Given {
  bench: ToolModules | undefined;
  draft: Draft;
  /** Values shown until the bench is loaded. */
  start: Start | undefined;
}

/** Compiled draft and its problems. */
interface Made {
  /** undefined while the draft has problems or the bench is not loaded. */
  result: Project | undefined;
  /** Project to show: the result, else the last result with the same files, else the plain source. */
  project: Project | undefined;
  /** undefined if nothing is shown. */
  shown: Shown | undefined;
  /** Whether Create has no problems to show. */
  isReady: boolean;
  /** @param silent see refusalsOf. */
  refusalsFor: (silent: readonly string[]) => Refusals;
}

/** Compiling this many subtitles takes longer than a frame, so it waits until typing pauses. */
const LONG_LIST = 300;
/** Length of that pause after the last change, in milliseconds. */
const REST_MS = 300;

/** Returns the draft, delayed while a long list of subtitles is being edited. */
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

/** Compiles a draft to a project as soon as the bench is loaded. */
export function useCompiledDraft({ bench, draft, start }: Given): Made {
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
