import { type Pads, tagBt709 } from './ffmpegArgs.ts';
import type { BitmapPart, Output, RenderPlan, ScenePlan, VideoPart } from './plan.ts';
import { printFrameWork } from './printFrame.ts';
import { printRun } from './printRun.ts';
import { printTransitions } from './printTransition.ts';

/**
 * Prints the video half of a plan as an ffmpeg filter graph that ends in the pad [video].
 * Only numbers and words of our own get into it.
 */
export function printVideo(plan: RenderPlan, pads: Pads): string {
  const lines = plan.scenes.flatMap((scene, i) => printScene(plan, scene, `s${i}`, pads));
  const { rate, pixels } = plan.output;
  const { lines: transitions, pads: streams } = printTransitions(plan);
  const joined = streams.map((stream) => `[${stream}]`).join('');
  const join = streams.length > 1 ? `concat=n=${streams.length},` : '';
  const finish = pixels === 'yuv420p' ? `,format=yuv420p,${tagBt709}` : '';
  const end = `${joined}${join}settb=${rate[1]}/${rate[0]},setpts=N${finish}[video]`;
  return [...lines, ...transitions, end].join(';\n');
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
        ? printVideoPart(part, scene, output, `${name}v${i}`, pads)
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

function printVideoPart(part: VideoPart, scene: ScenePlan, output: Output, name: string, pads: Pads): string {
  return printRun(pads(part.input), part, { rate: output.rate, scene, name }, (own) =>
    printFrameWork(part, output, own),
  );
}
