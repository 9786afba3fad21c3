import { use, useCallback, useEffect, useState } from 'react';
import type { Tool } from '../../engine/tools/tool.ts';
import { loadWithRetry } from '../app/lazyPart.ts';
import { loadPanel } from './panels.ts';
import type { ToolPanel } from './toolPanel.ts';
import type { ToolPlayer } from './toolPlayer.ts';

/** Modules that compile and preview a tool's projects. The page and its form work before they are loaded. */
export interface ToolModules {
  tool: Tool;
  panel: ToolPanel;
  parts: typeof import('./benchParts.tsx')['benchParts'];
}

const loading = new Map<string, Promise<ToolModules>>();

/** Loads the bench of a tool as a whole. Returns the same promise for the same tool. */
function benchOf(id: string): Promise<ToolModules> {
  const known = loading.get(id) ?? loadWithRetry(() => load(id));
  loading.set(id, known);
  return known;
}

async function load(id: string): Promise<ToolModules> {
  const [{ benchParts: parts }, panel] = await Promise.all([import('./benchParts.tsx'), loadPanel(id)]);
  return { tool: parts.toolOf(id), panel, parts };
}

/** First events that show that the page is in use. */
const acts = ['pointermove', 'pointerdown', 'keydown', 'input', 'dragenter'] as const;

/** A bench with the player of one visit. */
interface Manned {
  bench: ToolModules;
  player: ToolPlayer;
}

/**
 * Returns the bench of a tool and its player; undefined until they are loaded.
 * @param isNeeded whether to load at once, such as for a draft in progress. If true on the first render, the page
 * suspends; otherwise the bench loads with the first use of the page.
 */
export function useToolModules(
  id: string,
  isNeeded: boolean,
): Partial<Manned> & { loadModules: () => Promise<Manned> } {
  const [waits] = useState(isNeeded);
  const [come, setCome] = useState<ToolModules>();
  const bench = waits ? use(benchOf(id)) : come;
  const [players] = useState<ToolPlayer[]>([]);
  const playerOf = useCallback(
    ({ parts }: ToolModules) => {
      if (!players[0]) players.push(parts.createToolPlayer());
      return players[0] as ToolPlayer;
    },
    [players],
  );
  const ask = useCallback(async () => {
    const asked = await benchOf(id);
    setCome(asked);
    // The page renders it with the next frame.
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
  return { ...(bench ? { bench, player: playerOf(bench) } : {}), loadModules: ask };
}
