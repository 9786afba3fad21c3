import type { Command, RenderFiles } from './commands.ts';
import { common, memoryBudget, tagBt709, words } from './ffmpegArgs.ts';
import { fileUrl, printInput } from './inputArgs.ts';
import type { Input, Output, RenderPlan, ScenePlan, VideoPart } from './plan.ts';
import { printFrameWork, printTiming } from './printVideo.ts';

/** A plan whose long loops come from files, and the runs that make those files. */
export interface CutPlan {
  plan: RenderPlan;
  files: RenderFiles;
  commands: Command[];
}

/**
 * A loop whose frames would fill the memory is cut to a file of its own first, at the size it is shown, and that
 * file is read again and again.
 */
export function cutLongLoops(plan: RenderPlan, files: RenderFiles): CutPlan {
  const paths = new Map<string, string>();
  const commands: Command[] = [];
  const cut = (part: VideoPart, scene: ScenePlan): VideoPart => {
    const path = `${files.work}/${part.input}.mkv`;
    const input = plan.inputs.find(({ id }) => id === part.input) as Input;
    paths.set(part.input, path);
    commands.push(printCut(part, input, plan.output, files, path));
    return fromCut(part, scene);
  };
  const scenes = plan.scenes.map((scene) => ({
    ...scene,
    parts: scene.parts.map((part) =>
      part.kind === 'video' && needsCut(part, scene, plan.output) ? cut(part, scene) : part,
    ),
  }));
  const inputs = plan.inputs.map((input): Input => {
    const { id, kind, url, length } = input;
    return paths.has(id) ? { id, kind, url, length, seek: 0, repeats: true } : input;
  });
  const media = (input: Input) => paths.get(input.id) ?? files.media(input);
  return { plan: { ...plan, inputs, scenes }, files: { ...files, media }, commands };
}

function needsCut(part: VideoPart, scene: ScenePlan, output: Output): boolean {
  const bytes = output.pixels === 'rgba' ? 4 : 1.5;
  return part.loops && part.frames < scene.frames && part.width * part.height * bytes * part.frames > memoryBudget;
}

/** The same part, read from its cut: trimmed, cropped, scaled and converted already, but not turned. */
function fromCut(part: VideoPart, scene: ScenePlan): VideoPart {
  return {
    ...part,
    offset: 0,
    frames: scene.frames,
    loops: false,
    source: { width: part.width, height: part.height },
    crop: { x: 0, y: 0, width: 1, height: 1 },
    color: { matrix: 'bt709', range: 'limited' },
  };
}

function printCut(part: VideoPart, input: Input, output: Output, files: RenderFiles, path: string): Command {
  const upright = { ...part, turn: 0, bounds: { x: 0, y: 0, width: part.width, height: part.height } };
  const steps = printFrameWork(upright, { ...output, pixels: 'yuv420p' });
  const graph = [`[0:V:0]${printTiming(part, output)}`, ...steps, 'setpts=N', `${tagBt709}[cut]`].join(',');
  const codec = part.alpha ? words('-c:v ffv1') : words('-c:v libx264 -preset ultrafast -crf 5');
  const rate = ['-r', output.rate.join('/')];
  const filter = ['-filter_complex', graph, '-map', '[cut]'];
  return {
    frames: part.frames,
    args: [...common, ...printInput(input, files), ...filter, ...rate, ...codec, '-f', 'matroska', fileUrl(path)],
  };
}
