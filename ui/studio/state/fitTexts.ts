import { isText } from '../../../engine/kinds/text.ts';
import type { Project } from '../../../engine/project/project.ts';
import { loadLayerFonts } from '../../preview/loadLayerFonts.ts';
import { fitFontSize } from '../footer/fitFontSize.ts';

/** Returns the project with the painted font size written into each layer with `fitText`. Called before create. */
export async function withFittedTexts(project: Project): Promise<Project> {
  await loadLayerFonts(project.scenes.flatMap((scene) => scene.layers));
  const scenes = project.scenes.map((scene) => ({
    ...scene,
    layers: scene.layers.map((layer) =>
      isText(layer) && layer.fitText ? { ...layer, fontSize: `${fitFontSize(project, layer)}px` } : layer,
    ),
  }));
  return { ...project, scenes };
}
