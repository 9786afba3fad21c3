import { layerBox } from '../../engine/layout/box.ts';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { withWatermark } from '../../engine/layout/watermark.ts';
import { paintBackground } from '../../engine/painters/background.ts';
import type { Canvas2D, Surface } from '../../engine/painters/canvas.ts';
import { paintLayer } from '../../engine/painters/index.ts';
import type { Layer } from '../../engine/project/layers.ts';
import type { Project } from '../../engine/project/project.ts';
import { posterTime } from '../../engine/timeline/poster.ts';
import { type ResolvedLayer, resolveFrame } from '../../engine/timeline/resolve.ts';
import { sceneSpans } from '../../engine/timeline/spans.ts';
import { loadFonts } from './fonts.ts';
import { type LoadedPicture, loadPicture } from './pictures.ts';

/** Where a media reference can be loaded from now; undefined while its file is missing. */
export type UrlOf = (url: string) => string | undefined;

/**
 * Paints a scene of a project with the engine's painters, as the renderer would.
 * @param canvas its pixel size is what the picture is scaled to; the ratio should be the project's.
 * @param sceneIndex from 0. @param urlOf see UrlOf. @param signal when aborted, nothing is painted any more.
 */
export async function paintScene(
  canvas: HTMLCanvasElement,
  project: Project,
  sceneIndex: number,
  urlOf: UrlOf,
  signal: AbortSignal,
): Promise<void> {
  const frame = resolveFrame(sceneSpans(withWatermark(project)), posterTime(project, sceneIndex));
  const [pictures] = await Promise.all([
    loadPictures(frame.layers, urlOf),
    loadFonts(frame.layers.map(({ layer }) => layer)),
  ]);
  const context = canvas.getContext('2d');
  if (signal.aborted || !context) return;
  // The painters' own interface says less than the browser's and lets more be set.
  const ctx = context as unknown as Canvas2D;
  const size = canvasSize(project);
  context.setTransform(canvas.width / size.width, 0, 0, canvas.height / size.height, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  paintBackground(ctx, frame.background, size);
  for (const { layer, animation } of frame.layers) {
    const picture = pictures.get(layer.id);
    paintLayer(ctx, layer, {
      box: layerBox(withSize(layer, picture), size),
      animation,
      path: (data) => new Path2D(data),
      surface: createSurface,
      ...(picture ? { picture } : {}),
    });
  }
}

async function loadPictures(layers: readonly ResolvedLayer[], urlOf: UrlOf): Promise<Map<string, LoadedPicture>> {
  const found = new Map<string, LoadedPicture>();
  await Promise.all(
    layers.map(async ({ layer, mediaTime }) => {
      if (layer.type !== 'image' && layer.type !== 'video') return;
      const url = urlOf(layer.url);
      // Without its length known a video resolves to its first second; a little later fewer are black.
      const picture = url && (await loadPicture(url, layer.type, mediaTime || 0.5));
      if (picture) found.set(layer.id, picture);
    }),
  );
  return found;
}

/** A layer without a position stands where its natural size puts it, which the file may not tell. */
function withSize(layer: Layer, picture: LoadedPicture | undefined): Layer {
  if (!picture || (layer.type !== 'image' && layer.type !== 'video')) return layer;
  return { ...layer, width: picture.width, height: picture.height };
}

function createSurface(width: number, height: number): Surface {
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
  return { ctx: canvas.getContext('2d') as unknown as Canvas2D, source: canvas };
}
