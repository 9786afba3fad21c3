import { tagBt709 } from './ffmpegArgs.ts';
import type { BitmapPart, Output, RenderPlan, ScenePlan, SourceColor, VideoPart } from './plan.ts';
import { number, type Pads } from './printNumber.ts';

/**
 * Prints the video half of a plan as an ffmpeg filter graph that ends in the pad [video].
 * Only numbers and words of our own get into it.
 */
export function printVideo(plan: RenderPlan, pads: Pads): string {
  const lines = plan.scenes.flatMap((scene, i) => printScene(plan, scene, `s${i}`, pads));
  const { rate, pixels } = plan.output;
  const joined = plan.scenes.map((_, i) => `[s${i}]`).join('');
  const join = plan.scenes.length > 1 ? `concat=n=${plan.scenes.length},` : '';
  const finish = pixels === 'yuv420p' ? `,format=yuv420p,${tagBt709}` : '';
  return [...lines, `${joined}${join}settb=${rate[1]}/${rate[0]},setpts=N${finish}[video]`].join(';\n');
}

function printScene(plan: RenderPlan, scene: ScenePlan, name: string, pads: Pads): string[] {
  const { output } = plan;
  const lines: string[] = [];
  let below = '';
  scene.parts.forEach((part, i) => {
    const last = i === scene.parts.length - 1;
    const end = last ? `,trim=end_frame=${scene.frames},setpts=PTS-STARTPTS[${name}]` : `[${name}c${i}]`;
    const source =
      part.kind === 'video'
        ? printVideoPart(part, scene, output, pads)
        : printBitmapPart(plan, part, scene, i === 0, pads);
    if (i === 0) {
      lines.push(`${source}${end}`);
    } else {
      const { x, y } = part.kind === 'video' ? part.bounds : bitmapOf(plan, part);
      lines.push(`${source}[${name}p${i}]`);
      lines.push(
        `${below}[${name}p${i}]overlay=x=${x}:y=${y}:eval=init:format=${output.pixels === 'rgba' ? 'rgb' : 'yuv420'}${end}`,
      );
    }
    below = `[${name}c${i}]`;
  });
  return lines;
}

function bitmapOf(plan: RenderPlan, part: BitmapPart): RenderPlan['bitmaps'][number] {
  const found = plan.bitmaps.find((bitmap) => bitmap.id === part.bitmap);
  if (!found) throw new Error(`The plan has no bitmap ${part.bitmap}.`);
  return found;
}

function printBitmapPart(plan: RenderPlan, part: BitmapPart, scene: ScenePlan, isBase: boolean, pads: Pads): string {
  const { loops } = bitmapOf(plan, part);
  const pad = `[${pads(part.bitmap)}]`;
  // Its file is read over and over, so that a long loop does not wait in memory.
  if (loops) return `${pad}setpts=N`;
  // A picture on top needs no repeating: overlay keeps showing the last frame it got.
  return isBase ? `${pad}loop=loop=${scene.frames - 1}:size=1,setpts=N` : `${pad}setpts=N`;
}

function printVideoPart(part: VideoPart, scene: ScenePlan, output: Output, pads: Pads): string {
  return [
    `[${pads(part.input)}]${printTiming(part, output)}`,
    ...printFrameWork(part, output),
    ...printRepeat(part, scene),
  ].join(',');
}

/**
 * How much too late a frame's time may be written in its file, seconds: containers with milliseconds round, and shift
 * the picture by the encoder delay of the sound. A third of a frame at 60 a second.
 */
export const lateness = 0.005;

/** Goes on with the last frame for ever. */
const hold = 'tpad=stop=-1:stop_mode=clone';

/**
 * Frames of the played part at the output's rate: each shows the source frame that began last, as a player does.
 */
export function printTiming(part: VideoPart, output: Output): string {
  const [frames, per] = output.rate;
  // Holding the last frame before the rate is changed keeps fps from dropping it at the end of the stream.
  return `${hold},fps=${frames}/${per}:round=up:start_time=${number(part.offset + lateness)},setpts=N,trim=end_frame=${part.frames}`;
}

/**
 * Cropping, tone mapping, scaling, turning and colour conversion, in that order. Where clear and solid pixels are
 * blended by scaling or turning, it happens in RGB that is multiplied by alpha: else the colour of clear pixels shows
 * as a fringe.
 */
export function printFrameWork(part: VideoPart, output: Output): string[] {
  const { color } = part;
  const { before, size, after } = printCrop(part);
  const steps = [...before];
  const [toneMap, source] = printSource(color);
  steps.push(...toneMap);
  const scale = `scale=${size}:flags=${scaler}`;
  if (part.alpha || part.turn % 90 !== 0) {
    const convert = part.alpha
      ? [`scale=flags=${scaler}${source}`, 'format=gbrap', 'premultiply=inplace=1', scale, ...after]
      : [`${scale}${source}`, 'format=gbrap', ...after];
    return [
      ...steps,
      ...convert,
      ...printTurn(part),
      'unpremultiply=inplace=1',
      ...printPixels(output, true),
      'setsar=1',
    ];
  }
  const target =
    output.pixels === 'rgba'
      ? ',format=rgba'
      : `:out_color_matrix=bt709:out_range=tv,format=${isOdd(part) ? 'yuva444p' : 'yuv420p'}`;
  return [...steps, `${scale}${source}${target}`, ...after, ...printTurn(part), ...printEven(part, output), 'setsar=1'];
}

/**
 * Cutting to the shown part: first to whole even pixels of the source around it, then, after scaling, to whole pixels
 * of the canvas. So it is off by half a pixel of the canvas at most, and no more is scaled than is needed.
 */
function printCrop({ crop, source, width, height }: VideoPart): { before: string[]; size: string; after: string[] } {
  // Ratios of the same shape differ in their last digits.
  if (crop.width > 1 - 1e-6 && crop.height > 1 - 1e-6) return { before: [], size: `${width}:${height}`, after: [] };
  const x = cutSide(crop.x, crop.width, source.width, width);
  const y = cutSide(crop.y, crop.height, source.height, height);
  // As shares, because a source may change its size on the way.
  const cut = [`round(iw*${x.share})`, `round(ih*${y.share})`, `round(iw*${x.from})`, `round(ih*${y.from})`];
  return {
    before: [`crop=${cut.join(':')}:exact=1`],
    size: `${x.scaled}:${y.scaled}`,
    after: [`crop=${width}:${height}:${x.offset}:${y.offset}:exact=1`],
  };
}

/** One side of a crop. @param from,share shares of the source. @param source,shown pixels. */
function cutSide(
  from: number,
  share: number,
  source: number,
  shown: number,
): Record<'from' | 'share' | 'scaled' | 'offset', string> {
  const scale = shown / (share * source);
  const first = Math.max(0, Math.floor((from * source) / 2) * 2);
  const last = Math.min(source, Math.ceil(((from + share) * source) / 2) * 2);
  const offset = Math.max(0, Math.round((from * source - first) * scale));
  const scaled = Math.max(offset + shown, Math.round((last - first) * scale));
  return {
    from: number(first / source),
    share: number((last - first) / source),
    scaled: String(scaled),
    offset: String(offset),
  };
}

/** Flags of every scaling: bicubic, with exact rounding and colour at full resolution. */
export const scaler = 'bicubic+accurate_rnd+full_chroma_int';

function printPixels(output: Output, rgb: boolean): string[] {
  if (output.pixels === 'rgba') return ['format=rgba'];
  return [`scale=flags=${scaler}${rgb ? ':out_color_matrix=bt709:out_range=tv' : ''}`, 'format=yuva420p'];
}

function isOdd({ bounds }: VideoPart): boolean {
  return bounds.x % 2 !== 0 || bounds.y % 2 !== 0;
}

/** overlay puts 4:2:0 pictures on even pixels only: a picture at an odd place gets a clear column or row before it. */
function printEven(part: VideoPart, output: Output): string[] {
  if (output.pixels === 'rgba' || !isOdd(part)) return [];
  const left = Math.abs(part.bounds.x % 2);
  const top = Math.abs(part.bounds.y % 2);
  return [`pad=iw+${left}:ih+${top}:${left}:${top}:color=black@0`, ...printPixels(output, false)];
}

/**
 * How a source's colours are read: steps that bring high dynamic range down to BT.709, and what scale is told of the
 * colours that come in. RGB has no matrix.
 */
export function printSource(color: SourceColor): [steps: string[], options: string] {
  if (color.hdr) return [printToneMap(color), ':in_color_matrix=bt709:in_range=tv'];
  if (color.matrix === 'rgb') return [[], ''];
  const matrix = color.matrix === 'bt601' ? 'smpte170m' : color.matrix;
  return [[], `:in_color_matrix=${matrix}:in_range=${color.range === 'limited' ? 'tv' : 'pc'}`];
}

/** White of ordinary pictures stands at 203 cd/m² in high dynamic range (ITU-R BT.2408 §3.1). */
function printToneMap(color: SourceColor): string[] {
  const curve = color.hdr === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return [
    `zscale=tin=${curve}:min=bt2020nc:pin=bt2020:t=linear:npl=203`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=mobius:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ];
}

function printRepeat(part: VideoPart, scene: ScenePlan): string[] {
  if (part.frames >= scene.frames) return [];
  return part.loops ? [`loop=loop=-1:size=${part.frames}`, 'setpts=N'] : [hold];
}

function printTurn(part: VideoPart): string[] {
  if (part.turn === 0) return [];
  if (part.turn === 90) return ['transpose=clock'];
  if (part.turn === 180) return ['hflip', 'vflip'];
  if (part.turn === 270) return ['transpose=cclock'];
  const radians = number((part.turn * Math.PI) / 180);
  const [width, height] = [part.bounds.width, part.bounds.height];
  // The clear pixels around the picture let the rotation smooth its edges.
  return [`pad=iw+4:ih+4:2:2:color=black@0`, `rotate=${radians}:ow=${width}:oh=${height}:c=black@0`];
}
