import { use, useCallback, useEffect, useState } from 'react';
import type { Tool } from '../../engine/tools/tool.ts';
import { loadWithRetry } from '../app/lazyPart.ts';
import type { FirstPanel, ToolPanel } from './toolPanel.ts';
import type { ToolPlayer } from './toolPlayer.ts';

/** Modules that compile and preview a tool's projects. The page and its form work before they are loaded. */
export interface ToolModules {
  tool: Tool;
  panel: ToolPanel;
  parts: typeof import('./toolParts.tsx')['toolParts'];
}

const loading = new Map<string, Promise<ToolModules>>();

/** Loads the modules of a tool. Returns the same promise for the same tool. */
function modulesOf(id: string): Promise<ToolModules> {
  const load = async () => {
    const { toolParts: parts } = await import('./toolParts.tsx');
    return { tool: parts.toolOf(id), panel: parts.panelOf(id), parts };
  };
  const known = loading.get(id) ?? loadWithRetry(load);
  loading.set(id, known);
  return known;
}

/** Loaders of the parts that appear before the panel, for tools that need no file. */
const firstPanels: Readonly<Record<string, () => Promise<FirstPanel>>> = {
  'text-video': async () => ({
    side: (await import('./textVideo/TextControls.tsx')).TextControls,
    fields: ['animationTemplate'],
  }),
  meme: async () => ({
    below: (await import('./meme/MemeTemplates.tsx')).MemeTemplates,
    // The panel renders the span. The form leaves it out from the start, so that it does not shrink later.
    fields: ['template', 'startTime', 'endTime'],
  }),
};

const none = Promise.resolve<FirstPanel>({});
const loadingFirst = new Map<string, Promise<FirstPanel>>();

/** Loads the parts of a tool's page that appear before its panel. Returns the same promise for the same tool. */
export function firstPanelOf(id: string): Promise<FirstPanel> {
  const load = firstPanels[id];
  if (!load) return none;
  const known = loadingFirst.get(id) ?? loadWithRetry(load);
  loadingFirst.set(id, known);
  return known;
}

/** First events that show that the page is in use. */
const acts = ['pointermove', 'pointerdown', 'keydown', 'input', 'dragenter'] as const;

/** A tool's modules and the player of one visit. */
interface LoadedTool {
  modules: ToolModules;
  player: ToolPlayer;
}

/**
 * Returns the modules of a tool and its player; undefined until they are loaded.
 * @param isNeeded whether to load at once, such as for a draft in progress. If true on the first render, the page
 * suspends; otherwise they load with the first use of the page.
 */
export function useToolModules(
  id: string,
  isNeeded: boolean,
): Partial<LoadedTool> & { loadModules: () => Promise<LoadedTool> } {
  const [waits] = useState(isNeeded);
  const [loaded, setLoaded] = useState<ToolModules>();
  const modules = waits ? use(modulesOf(id)) : loaded;
  const [players] = useState<ToolPlayer[]>([]);
  const playerOf = useCallback(
    ({ parts }: ToolModules) => {
      if (!players[0]) players.push(parts.createToolPlayer());
      return players[0] as ToolPlayer;
    },
    [players],
  );
  const loadModules = useCallback(async () => {
    const asked = await modulesOf(id);
    setLoaded(asked);
    // The page renders it with the next frame.
    if (!players[0]) await new Promise(requestAnimationFrame);
    return { modules: asked, player: playerOf(asked) };
  }, [id, players, playerOf]);
  const isThere = modules !== undefined;
  useEffect(() => {
    if (isThere) return;
    const ending = new AbortController();
    const begin = () => void loadModules();
    for (const act of acts) addEventListener(act, begin, { signal: ending.signal, passive: true });
    return () => ending.abort();
  }, [isThere, loadModules]);
  useEffect(() => {
    if (isNeeded) void loadModules();
  }, [isNeeded, loadModules]);
  return { ...(modules ? { modules, player: playerOf(modules) } : {}), loadModules };
}
