import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { outputExtension } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { watermarkOf } from '../../../engine/project/watermark.ts';
import { audioSpan, totalDuration } from '../../../engine/timeline/durations.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';

/** The compared facts of a project. */
export interface Facts {
  /** Extension of the result. */
  is: string;
  size: [width: number, height: number];
  seconds: number;
  /** Every layer front to back, scene by scene: file or text, visible span, position, and other facts of the row. */
  layers: string[];
}

/** A tool's result for the same request as a createVideo body and as a command. */
export interface Row {
  id: string;
  body: Record<string, unknown>;
  args: string[];
  makes: Facts;
}

/** A rejected command with its message. */
export interface Refusal {
  id: string;
  args: string[];
  pointer: string;
  flag: string;
  says: string;
}

const round = (value: number) => Number(value.toFixed(2));

/** Defaults of layer fields; other values are listed, such as " speed=2". */
const usual: Partial<Record<string, unknown>> = {
  ...{ speed: 1, isReversed: false, isBoomeranged: false, isMuted: false, flipped: false, flippedVertical: false },
  ...{ filterName: 'Original', brightness: 100, contrast: 100, saturation: 100, vignette: 0, fadeOpacity: 0 },
  objectFit: 'fill',
};

function unusualOf(layer: object): string {
  const found = Object.entries(layer).filter(([name, value]) => name in usual && usual[name] !== value);
  const held = 'stopMotion' in layer ? (layer.stopMotion as { stills: number; hold: number } | undefined) : undefined;
  const stills = held ? ` ${held.stills} stills a second, each ${round(held.hold)}` : '';
  const moved = 'motion' in layer ? (layer.motion as { type: string; duration: number } | undefined) : undefined;
  const motion = moved ? ` ${moved.type} in ${moved.duration} s` : '';
  return found.map(([name, value]) => ` ${name}=${value}`).join('') + stills + motion;
}

/** The facts of a project. */
export function factsOf(project: Project): Facts {
  const canvas = canvasSize(project);
  const layers = layerSpans(project).map(({ layer, scene, start, end, media }) => {
    const { x, y, width, height } = layerBox(layer, canvas);
    const coming =
      'animation' in layer && layer.animation?.duration ? ` ${layer.animation.id} ${layer.animation.duration}` : '';
    const what = 'url' in layer ? layer.url : 'text' in layer ? `“${layer.text}”` : layer.type;
    const played = media ? ` plays ${round(media.start)}-${round(media.end)}` : '';
    const place = [x, y, width, height].map(Math.round).join(' ');
    const { type = 'cut' } = scene.transition ?? {};
    const comes = type === 'cut' ? '' : ` by ${type}`;
    return `${what}${coming}${comes} ${round(start)}-${round(end)} at ${place}${played}${unusualOf(layer)}`;
  });
  const { audio } = project;
  if (audio) {
    const { start, end } = audioSpan(audio);
    const ways = `${audio.loop ? ' again and again' : ''}${audio.ducking ? ', ducked' : ''}${heardOf(audio)}`;
    layers.push(`${audio.url} from ${audio.startTime} plays ${start}-${end}${ways}`);
  }
  const mark = watermarkOf(project);
  if (mark) {
    const { watermarkPos, watermarkFont, watermarkColor } = project;
    layers.push(`mark ${'url' in mark ? mark.url : mark.text} ${watermarkPos} ${watermarkFont} ${watermarkColor}`);
  }
  const at = project.output.type === 'image' && project.output.at > 0 ? ` at ${project.output.at}` : '';
  const { loudness, codec } = { loudness: undefined, codec: undefined, ...project.output };
  const loud = loudness === undefined ? '' : ` at ${loudness} LUFS`;
  return {
    is: `${outputExtension(project.output)}${codec === undefined ? '' : ` as ${codec}`}${at}${loud}`,
    size: [canvas.width, canvas.height],
    seconds: round(totalDuration(project)),
    layers,
  };
}

/** Volume and fades of audio if they differ from the defaults. */
function heardOf({ volume, fadeIn, fadeOut }: Pick<NonNullable<Project['audio']>, 'volume' | 'fadeIn' | 'fadeOut'>) {
  return volume === 1 && fadeIn + fadeOut === 0 ? '' : ` at ${volume}, fades ${fadeIn} and ${fadeOut}`;
}
