import { fileUrl, safeInput } from './inputArgs.ts';
import type { Bitmap, Input, Output, RenderPlan, ScenePlan, VideoPart } from './plan.ts';
import { number, printAudio, printFrameWork, printTiming, printVideo } from './printGraph.ts';

/** One run of ffmpeg. */
export interface Command {
  args: string[];
  /** How many frames it makes, for progress. */
  frames: number;
}

/** Where the files of a render are. */
export interface RenderFiles {
  /** Local path of an input's media file. */
  media: (input: Input) => string;
  /** Channels of an input's sound. */
  channels: (input: Input) => number;
  /** Folder for what is made on the way: painted pictures, cut loops, the palette. */
  work: string;
  /** File to write. */
  out: string;
}

/** Path of a bitmap's raw pixels. */
export function bitmapPath(bitmap: Bitmap, work: string): string {
  return `${work}/${bitmap.id}.raw`;
}

/** Frames kept in memory for a loop, or for a GIF's palette, may take this much, bytes; more goes through a file. */
const memoryBudget = 256_000_000;

/** Prints a video plan as the ffmpeg runs that carry it out, in order. The bitmaps must be painted before. */
export function printCommands(plan: RenderPlan, files: RenderFiles): Command[] {
  const cut = cutLongLoops(plan, files);
  return [
    ...cut.commands,
    ...(plan.output.format === 'gif' ? printGif(cut.plan, cut.files) : [printMp4(cut.plan, cut.files)]),
  ];
}

function printMp4(plan: RenderPlan, files: RenderFiles): Command {
  const { pads, args } = printInputs(plan, files);
  const audio = printAudio(plan, pads, (id) => files.channels(inputOf(plan, id)));
  const graph = [printVideo(plan, pads), audio].filter(Boolean).join(';\n');
  const [frames, per] = plan.output.rate;
  return {
    frames: plan.output.frames,
    args: [
      ...common,
      ...args,
      '-filter_complex',
      graph,
      '-map',
      '[video]',
      ...(audio ? ['-map', '[audio]'] : []),
      '-r',
      `${frames}/${per}`,
      ...mp4Encoding(plan.output),
      ...(audio ? aacEncoding(plan.output) : []),
      ...cleanOutput,
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      fileUrl(files.out),
    ],
  };
}

function printGif(plan: RenderPlan, files: RenderFiles): Command[] {
  const { pads, args, count } = printInputs(plan, files);
  const { width, height, frames } = plan.output;
  const video = printVideo(plan, pads);
  const dither = plan.output.quality === 'high' ? 'sierra2_4a' : 'bayer:bayer_scale=3';
  const use = `paletteuse=dither=${dither}:diff_mode=rectangle`;
  const end = [...cleanOutput, '-loop', '0', '-f', 'gif', fileUrl(files.out)];
  if (width * height * 4 * frames <= memoryBudget) {
    const graph = `${video};\n[video]split[look][keep];\n[look]palettegen=stats_mode=full[palette];\n[keep][palette]${use}[gif]`;
    return [{ frames, args: [...common, ...args, '-filter_complex', graph, '-map', '[gif]', ...end] }];
  }
  const palette = `${files.work}/palette.png`;
  return [
    {
      frames,
      args: [
        ...common,
        ...args,
        '-filter_complex',
        `${video};\n[video]palettegen=stats_mode=full[palette]`,
        '-map',
        '[palette]',
        '-f',
        'image2',
        '-update',
        '1',
        fileUrl(palette),
      ],
    },
    {
      frames,
      args: [
        ...common,
        ...args,
        ...safeInput,
        '-i',
        fileUrl(palette),
        '-filter_complex',
        `${video};\n[video][${count}:v]${use}[gif]`,
        '-map',
        '[gif]',
        ...end,
      ],
    },
  ];
}

const common: readonly string[] = [
  '-nostdin',
  '-hide_banner',
  '-v',
  'error',
  '-y',
  '-progress',
  'pipe:1',
  '-stats_period',
  '0.25',
];
const cleanOutput: readonly string[] = [
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];

/** Settings of the H.264 encoder by quality. */
export function mp4Encoding({ quality }: Pick<Output, 'quality'>): string[] {
  const [preset, crf] = quality === 'high' ? ['fast', '18'] : ['veryfast', '23'];
  return [
    '-c:v',
    'libx264',
    '-preset',
    preset as string,
    '-crf',
    crf as string,
    '-profile:v',
    'high',
    '-pix_fmt',
    'yuv420p',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-colorspace',
    'bt709',
    '-color_range',
    'tv',
  ];
}

/** Settings of the AAC encoder by quality. */
export function aacEncoding({ quality }: Pick<Output, 'quality'>): string[] {
  return ['-c:a', 'aac', '-b:a', quality === 'high' ? '192k' : '128k', '-ar', '48000', '-ac', '2'];
}

function printInputs(
  plan: RenderPlan,
  files: RenderFiles,
): { args: string[]; pads: (id: string) => string; count: number } {
  const args: string[] = [];
  const pads = new Map<string, string>();
  for (const input of plan.inputs) {
    pads.set(input.id, `${pads.size}:${input.kind === 'video' ? 'V' : 'a'}:0`);
    args.push(...printInput(input, files));
  }
  for (const bitmap of plan.bitmaps) {
    pads.set(bitmap.id, `${pads.size}:v:0`);
    args.push(...printBitmap(bitmap, plan.output, files));
  }
  const padOf = (id: string) => {
    const pad = pads.get(id);
    if (pad === undefined) throw new Error(`The plan has no input ${id}.`);
    return pad;
  };
  return { args, pads: padOf, count: pads.size };
}

/** Options and file of one media input. The stream that is not wanted is not even read. */
export function printInput(input: Input, files: Pick<RenderFiles, 'media'>): string[] {
  const loop = input.repeats ? ['-stream_loop', '-1'] : [];
  const seek = input.seek > 0 ? ['-ss', number(input.seek)] : [];
  const decoder = input.decoder ? ['-c:v', input.decoder] : [];
  const length = input.repeats ? [] : ['-t', number(input.length)];
  return [
    ...safeInput,
    ...loop,
    ...seek,
    ...length,
    ...decoder,
    input.kind === 'video' ? '-an' : '-vn',
    '-i',
    fileUrl(files.media(input)),
  ];
}

function printBitmap(bitmap: Bitmap, output: Output, { work }: RenderFiles): string[] {
  const [frames, per] = output.rate;
  const pixels = output.pixels === 'rgba' ? 'rgba' : bitmap.background === undefined ? 'yuva420p' : 'yuv420p';
  return [
    '-f',
    'rawvideo',
    '-pixel_format',
    pixels,
    '-video_size',
    `${bitmap.width}x${bitmap.height}`,
    '-framerate',
    `${frames}/${per}`,
    '-i',
    fileUrl(bitmapPath(bitmap, work)),
  ];
}

function inputOf(plan: RenderPlan, id: string): Input {
  const found = plan.inputs.find((input) => input.id === id);
  if (!found) throw new Error(`The plan has no input ${id}.`);
  return found;
}

/**
 * A loop whose frames would fill the memory is cut to a file of its own first, at the size it is shown, and that
 * file is read again and again.
 */
function cutLongLoops(
  plan: RenderPlan,
  files: RenderFiles,
): { plan: RenderPlan; files: RenderFiles; commands: Command[] } {
  const commands: Command[] = [];
  const paths = new Map<string, string>();
  const scenes = plan.scenes.map((scene) => ({
    ...scene,
    parts: scene.parts.map((part) => {
      if (part.kind !== 'video' || !needsCut(part, scene, plan.output)) return part;
      const path = `${files.work}/${part.input}.mkv`;
      paths.set(part.input, path);
      commands.push(printCut(part, inputOf(plan, part.input), plan.output, files, path));
      const crop = { x: 0, y: 0, width: 1, height: 1 };
      return {
        ...part,
        offset: 0,
        frames: scene.frames,
        loops: false,
        crop,
        color: { matrix: 'bt709' as const, range: 'limited' as const },
      };
    }),
  }));
  const inputs = plan.inputs.map(
    (input): Input =>
      paths.has(input.id)
        ? { id: input.id, kind: 'video', url: input.url, seek: 0, length: input.length, repeats: true }
        : input,
  );
  return {
    plan: { ...plan, inputs, scenes },
    files: { ...files, media: (input) => paths.get(input.id) ?? files.media(input) },
    commands,
  };
}

function needsCut(part: VideoPart, scene: ScenePlan, output: Output): boolean {
  const bytes = output.pixels === 'rgba' ? 4 : 1.5;
  return part.loops && part.frames < scene.frames && part.width * part.height * bytes * part.frames > memoryBudget;
}

function printCut(part: VideoPart, input: Input, output: Output, files: RenderFiles, path: string): Command {
  const steps = printFrameWork(part, { ...output, pixels: 'yuv420p' });
  const graph = [
    `[0:V:0]${printTiming(part, output)}`,
    ...steps,
    'setpts=N',
    'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709',
  ].join(',');
  const codec = part.alpha ? ['-c:v', 'ffv1'] : ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '5'];
  const [frames, per] = output.rate;
  return {
    frames: part.frames,
    args: [
      ...common,
      ...printInput(input, files),
      '-filter_complex',
      `${graph}[cut]`,
      '-map',
      '[cut]',
      '-r',
      `${frames}/${per}`,
      ...codec,
      '-f',
      'matroska',
      fileUrl(path),
    ],
  };
}
