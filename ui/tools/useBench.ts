import { use, useCallback, useEffect, useState } from 'react';
import type { Tool } from '../../engine/tools/tool.ts';
import { later } from '../state/later.ts';
import { patiently } from '../studio/state/lazyPart.ts';
import { loadPanel } from './panels.ts';
import type { ProjectPlayer } from './projectPlayer.ts';
import type { ToolPanel } from './toolPanel.ts';

/** What makes projects of a tool's settings and files and shows them: a page can be read and filled in before it comes. */
export interface Bench {
  tool: Tool;
  panel: ToolPanel;
  parts: typeof import('./benchParts.ts')['benchParts'];
}

const loading = new Map<string, Promise<Bench>>();

/** The bench of a tool, loaded as a whole. Always the same promise for the same tool. */
function benchOf(id: string): Promise<Bench> {
  const known = loading.get(id) ?? patiently(() => later(() => load(id)));
  loading.set(id, known);
  return known;
}

async function load(id: string): Promise<Bench> {
  const [{ benchParts: parts }, panel] = await Promise.all([import('./benchParts.ts'), loadPanel(id)]);
  return { tool: parts.toolOf(id), panel, parts };
}

/** The first of these shows that somebody begins to use a page. */
const acts = ['pointermove', 'pointerdown', 'keydown', 'input', 'dragenter'] as const;

/** A bench with a player for one visit of the page. */
interface Manned {
  bench: Bench;
  player: ProjectPlayer;
}

/**
 * The bench of a tool and a player of its projects; undefined until it comes.
 * @param isNeeded whether it comes unasked, as where there is a draft. A page that opens so waits for it; otherwise it comes
 * when somebody begins to use the page.
 */
export function useBench(id: string, isNeeded: boolean): Partial<Manned> & { ask: () => Promise<Manned> } {
  const [waits] = useState(isNeeded);
  const [come, setCome] = useState<Bench>();
  const bench = waits ? use(benchOf(id)) : come;
  const [players] = useState<ProjectPlayer[]>([]);
  const playerOf = useCallback(
    ({ parts }: Bench) => {
      if (!players[0]) players.push(parts.createProjectPlayer());
      return players[0] as ProjectPlayer;
    },
    [players],
  );
  const ask = useCallback(async () => {
    const asked = await benchOf(id);
    setCome(asked);
    // What it shows is there with the next picture of the page.
    if (!players[0]) await new Promise(requestAnimationFrame);
    return { bench: asked, player: playerOf(asked) };
  }, [id, players, playerOf]);
  const isThere = bench !== undefined;
  useEffect(() => {
    if (isThere) return;
    const ending = new AbortController();
    const begin = () => void ask();
    for (const act of acts) addEventListener(act, begin, { signal: ending.signal, passive: true });
    return () => ending.abort();
  }, [isThere, ask]);
  useEffect(() => {
    if (isNeeded) void ask();
  }, [isNeeded, ask]);
  return { ...(bench ? { bench, player: playerOf(bench) } : {}), ask };
}
