import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Canvas2D } from '../../../engine/painters/canvas.ts';
import { layoutText } from '../../../engine/painters/text.ts';
import type { Project } from '../../../engine/project/project.ts';
import { loadFonts } from '../../preview/fonts.ts';

/** The project with the font size of each fitted text as it is painted in its box (studio spec §5: before create). */
export async function withFittedTexts(project: Project): Promise<Project> {
  await loadFonts(project.scenes.flatMap((scene) => scene.layers));
  const canvas = canvasSize(project);
  const ctx = new OffscreenCanvas(1, 1).getContext('2d') as unknown as Canvas2D | null;
  if (!ctx) return project;
  const scenes = project.scenes.map((scene) => ({
    ...scene,
    layers: scene.layers.map((layer) => {
      if (layer.type !== 'text' || !layer.fitText) return layer;
      const { fontSize } = layoutText(ctx, layer, layerBox(layer, canvas));
      return { ...layer, fontSize: `${fontSize}px` };
    }),
  }));
  return { ...project, scenes };
}
