import type { Layer } from '../project/layers.ts';
import { TEXT_OUTLINE_WIDTH } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { watermarkOf } from '../project/watermark.ts';
import type { WatermarkPosition } from '../project/watermarkFields.ts';
import type { Size } from './box.ts';
import { canvasSize } from './canvasSize.ts';

/** In percent of the canvas. */
const width = 28;
const height = 7;
const margin = 2.5;
/** Smallest readable size of a text watermark in pixels, if the canvas has room. */
const leastText = { width: 160, height: 24 };
/** Largest share of a small canvas for the text, in percent. */
const mostText = { width: 95, height: 30 };

/**
 * Adds the watermark as the front layer of every scene, or of the whole project: a text or an image of 28 % × 7 % of
 * the canvas at one of nine positions, 2.5 % from the edges. On a small canvas the box of a text is larger;
 * `watermarkSize` scales it. Without text or image the project is returned unchanged.
 */
export function withWatermark(project: Project): Project {
  const mark = watermarkLayer(project);
  if (!mark) return project;
  // In front of the layers of the whole project, if there are any.
  if (project.layers) return { ...project, layers: [{ ...mark, id: 'watermark-0' }, ...project.layers] };
  return {
    ...project,
    scenes: project.scenes.map((scene, i) => ({
      ...scene,
      layers: [{ ...mark, id: `watermark-${i}` }, ...scene.layers],
    })),
  };
}

/**
 * Its defaults are written out, in the order of the schemas, because the first screen loads without these. A test
 * compares them.
 */
function watermarkLayer(project: Project): Layer | undefined {
  const watermark = watermarkOf(project);
  if (!watermark) return undefined;
  const { watermarkPos: place } = project;
  const usual = watermark.kind === 'text' ? textBox(canvasSize(project)) : { width, height };
  const position = placeOf(place, scaled(usual, project.watermarkSize / 100));
  const base = { id: 'watermark', position, lockAspectRatio: false };
  const globalAlpha = project.watermarkOpacity / 100;
  const shadow = { shadowColor: 'none', shadowBlur: 12, shadowOffsetX: 0, shadowOffsetY: 6 };
  if (watermark.kind === 'image') {
    return {
      ...base,
      ...{ url: watermark.url, objectFit: 'contain', type: 'image', flipped: false, flippedVertical: false },
      ...{ filterName: 'Original', brightness: 100, contrast: 100, saturation: 100, vignette: 0, fadeOpacity: 0 },
      ...{ globalAlpha, radius: 0, ...shadow, blendMode: 'normal' },
    };
  }
  return {
    ...base,
    ...{ type: 'text', text: watermark.text },
    textAlign: /left/.test(place) ? 'left' : /right/.test(place) ? 'right' : 'center',
    ...{ fontFamily: project.watermarkFont, fontSize: '16px', fitText: true, lineHeight: 1.2 },
    verticalAlign: /top/.test(place) ? 'top' : /bottom/.test(place) ? 'bottom' : 'middle',
    ...{ fontStyle: 'normal', fontWeight: 'bold', color: project.watermarkColor, textShadow: 'none' },
    ...{ letterSpacing: 0, outlineWidth: TEXT_OUTLINE_WIDTH, globalAlpha, ...shadow },
    ...{ background: 'rgba(0, 0, 0, 0.6)', backgroundStyle: 'none', padding: 12, radius: 8 },
  };
}

/** Returns the box of a text, in percent of the canvas. */
function textBox(canvas: Size): Size {
  const side = (usual: number, part: 'width' | 'height') =>
    Math.max(usual, Math.min(mostText[part], (100 * leastText[part]) / canvas[part]));
  return { width: side(width, 'width'), height: side(height, 'height') };
}

/** Scales the box, as far as it fits between the margins. */
function scaled({ width, height }: Size, factor: number): Size {
  const most = 100 - 2 * margin;
  const fitting = Math.min(factor, most / width, most / height);
  return { width: width * fitting, height: height * fitting };
}

function placeOf(place: WatermarkPosition, { width, height }: Size): NonNullable<Layer['position']> {
  const x = /left/.test(place) ? margin : /right/.test(place) ? 100 - margin - width : (100 - width) / 2;
  const y = /top/.test(place) ? margin : /bottom/.test(place) ? 100 - margin - height : (100 - height) / 2;
  return { x: `${x}%`, y: `${y}%`, width: `${width}%`, height: `${height}%`, rotation: 0 };
}
