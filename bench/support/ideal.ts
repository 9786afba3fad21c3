import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { splitOptions } from '../../api/renderer/print/ffmpegArgs.ts';
import { videoEncoding } from '../../api/renderer/print/videoEncoding.ts';
import type { Project, Scene } from '../../engine/project/project.ts';
import { paintFrames } from '../../tests/support/paintFrames.ts';

/** Part of a canvas, in pixels. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Paints a work's stills into a folder, once, and returns the arguments of the best ffmpeg run for the same result. */
export type Ideal = (project: Project, temp: string, out: string) => Promise<string[]>;

const media = (name: string) => resolve('fixtures/media', name);
const quiet = ['-nostdin', '-v', 'error', '-y'];
const high = { format: 'mp4', quality: 'high' } as const;
const mp4 = (out: string) => [
  ...videoEncoding(high),
  ...splitOptions('-c:a aac -b:a 192k -ar 48000 -ac 2'),
  '-movflags',
  '+faststart',
  out,
];

/** The canvas without the video, and the layers above it, cropped to their area. */
export const idealW1: Ideal = async (project, temp, out) => {
  const below = await still(project, 0, temp, 'below');
  const above = await still(clear(project), 0, temp, 'above', { x: 74, y: 792, width: 1132, height: 208 });
  const graph = [
    '[1:v]format=yuv420p,loop=loop=299:size=1,setpts=N/30/TB[below]',
    '[0:v]scale=1280:720:flags=bicubic[video]',
    '[2:v]format=yuva420p[above]',
    '[below][video]overlay=0:280:format=yuv420[both]',
    '[both][above]overlay=74:792:format=yuv420[all]',
  ];
  const inputs = ['-t', '10', '-i', media('long.mp4'), ...picture(below, 30), ...picture(above, 30)];
  return [...quiet, ...inputs, '-filter_complex', graph.join(';'), '-map', '[all]', '-map', '0:a', ...mp4(out)];
};

/** Three scenes in a row, the middle one a single image; the first one's audio mixed with music. */
export const idealW2: Ideal = async (project, temp, out) => {
  const words = { x: 48, y: 504, width: 954, height: 172 };
  const stills = [
    await still(clear(project), 0, temp, 'first', words),
    await still(project, 1, temp, 'second'),
    await still(clear(project), 2, temp, 'third', words),
  ];
  const graph = [
    '[2:v]format=yuva420p[w0]',
    '[4:v]format=yuva420p[w2]',
    '[0:v]fps=30,scale=1280:720:flags=bicubic[v0]',
    '[v0][w0]overlay=48:504:format=yuv420,setpts=PTS-STARTPTS[s0]',
    '[3:v]format=yuv420p,loop=loop=89:size=1,setpts=N/30/TB[s1]',
    '[1:v]fps=30,scale=1280:720:flags=bicubic[v2]',
    '[v2][w2]overlay=48:504:format=yuv420,setpts=PTS-STARTPTS[s2]',
    '[s0]settb=1/30[t0];[s1]settb=1/30[t1];[s2]settb=1/30[t2];[t0][t1][t2]concat=n=3[all]',
    '[5:a]aresample=48000,adelay=1000:all=1[music];[0:a]aresample=48000[speech]',
    '[speech][music]amix=inputs=2:normalize=0,atrim=end=10[sound]',
  ];
  const inputs = ['-ss', '1', '-t', '4', '-i', media('mountains.mp4'), '-ss', '1', '-t', '3', '-i', media('ocean.mp4')];
  const pictures = stills.flatMap((file) => picture(file, 30));
  const sound = ['-t', '9', '-i', media('music.mp3')];
  const streams = ['-filter_complex', graph.join(';'), '-map', '[all]', '-map', '[sound]'];
  return [...quiet, ...inputs, ...pictures, ...sound, ...streams, ...mp4(out)];
};

/** The video between its bars, text above it, and one palette for all frames. */
export const idealW3: Ideal = async (project, temp, out) => {
  const below = await still(project, 0, temp, 'below');
  const graph = [
    '[1:v]format=rgba,loop=loop=44:size=1,setpts=N/15/TB[below]',
    '[0:v]fps=15,scale=480:360:flags=bicubic,format=rgba[video]',
    '[below][video]overlay=0:60:format=rgb,split[a][b]',
    '[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle',
  ];
  return [
    ...quiet,
    '-t',
    '3',
    '-i',
    media('party.mp4'),
    ...picture(below, 15),
    '-filter_complex',
    graph.join(';'),
    out,
  ];
};

/** Returns arguments that encode a looped video for some seconds with the settings of results, without layers. */
export function bareEncode(file: string, seconds: number, out: string): string[] {
  return [...quiet, '-stream_loop', '-1', '-i', file, '-t', String(seconds), '-map', '0:v', '-map', '0:a', ...mp4(out)];
}

/** A still as an input. Its rate is that of the output, because concatenating streams of different rates gives none. */
function picture(file: string, rate: number): string[] {
  return ['-framerate', String(rate), '-i', file];
}

/** Paints a scene without its videos. @returns the path of a PNG. */
async function still(project: Project, scene: number, temp: string, name: string, area?: Area): Promise<string> {
  const picked = project.scenes[scene] as Scene;
  const layers = picked.layers.filter((layer) => layer.type !== 'video');
  const alone: Project = { ...project, audio: null, scenes: [{ ...picked, layers }] };
  const [painted] = await paintFrames(alone, [0], { locate: async (url) => resolve('bench/projects', url) });
  if (!painted) throw new Error('Nothing was painted.');
  const { x, y, width, height } = area ?? { x: 0, y: 0, ...sizeOf(painted.canvas) };
  const cut = createCanvas(width, height);
  cut.getContext('2d').drawImage(painted.canvas, -x, -y);
  const file = join(temp, `${name}.png`);
  writeFileSync(file, cut.toBuffer('image/png'));
  return file;
}

function sizeOf({ width, height }: { width: number; height: number }) {
  return { width, height };
}

function clear(project: Project): Project {
  return { ...project, scenes: project.scenes.map((scene) => ({ ...scene, background: 'transparent' })) };
}
