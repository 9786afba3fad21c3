import { isText } from '../../../engine/kinds/text.ts';
import type { Project } from '../../../engine/project/project.ts';
import { loadLayerFonts } from '../../preview/loadLayerFonts.ts';
import { fitFontSize } from '../footer/fitFontSize.ts';

/** The project with the font size of each fitted text as it is painted in its box (before create). */
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
