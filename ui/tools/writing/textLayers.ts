import { isText } from '../../../engine/kinds/text.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { compileDraft } from '../compileDraft.ts';
import type { Draft } from '../storedDrafts.ts';

/** Returns a text layer of a tool's project. */
export function textLayerOf(project: Project, id: string): TextLayer | undefined {
  return project.scenes[0]?.layers.filter(isText).find((layer) => layer.id === id);
}

/**
 * Returns the layer that an empty text would have: tools omit empty text layers.
 * @param written settings that give the text a value.
 */
export function layerIfFilled(tool: Tool, draft: Draft, id: string, written: Draft['settings']): TextLayer | undefined {
  const made = compileDraft(tool, { ...draft, settings: { ...draft.settings, ...written } });
  return made.ok ? textLayerOf(made.value, id) : undefined;
}
