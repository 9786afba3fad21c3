import { leavesRange } from '../../../engine/effects/adjustment.ts';
import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { transitionEffect } from '../../../engine/transitions/index.ts';
import type { Output, RenderPlan, ScenePlan } from '../plan/plan.ts';
import { printNumbered, tagBt709, toPremultiplied } from './ffmpegArgs.ts';
import { printClamped, printColors } from './printEffects.ts';
import { repeatLastFrame } from './printRun.ts';

/**
 * Prints how scenes follow each other. The pads s0, s1 … hold the frames of the scenes.
 * @returns the lines, and the pads of each scene to concatenate: with a transition first its mixed frames, then the
 * rest.
 */
export function printTransitions({ scenes, output }: RenderPlan): { lines: string[]; pads: string[][] } {
  const lines: string[] = [];
  const pads = scenes.map((scene, i) => {
    const own: string[] = [];
    const next = scenes[i + 1];
    const taken = scene.transition?.frames ?? 0;
    const uses = [
      ...(scene.transition ? [{ pad: `s${i}first`, cut: filter('trim', { end_frame: taken }) }] : []),
      ...(taken < scene.frames && !scene.isHidden ? [{ pad: `s${i}rest`, cut: printOwn(scene, taken) }] : []),
      ...(next?.transition
        ? [{ pad: `s${i}tail`, cut: scene.isHidden ? 'null' : filter('trim', { start_frame: scene.frames }) }]
        : []),
    ];
    if (scene.transition) own.push(`s${i}mix`);
    if (taken < scene.frames && !scene.isHidden) own.push(uses.length > 1 ? `s${i}rest` : `s${i}`);
    if (uses.length > 1 || taken > 0 || scene.isHidden) lines.push(...printUses(`s${i}`, uses));
    if (scene.transition)
      lines.push(
        ...printMix(scene, i, {
          output,
          isClamped: [scenes[i - 1], scene].some(exceedsRange),
          isStill: tailOf(scenes[i - 1]) === 1,
        }),
      );
    return own;
  });
  return { lines, pads };
}

/**
 * Distributes the frames of a pad to several consumers. None waits for another, because frames outside its part are
 * dropped.
 */
function printUses(pad: string, uses: readonly { pad: string; cut: string }[]): string[] {
  const ways = uses.map((use) => `[${use.pad}way]`);
  return [
    `[${pad}]split=${uses.length}${ways.join('')}`,
    ...uses.map((use, i) => `${ways[i]}${use.cut},setpts=PTS-STARTPTS[${use.pad}]`),
  ];
}

/** Frames of a scene that the transition into the next one shows. */
function tailOf(scene: ScenePlan | undefined): number {
  return (scene?.isHidden ? scene.frames : scene?.tail) ?? 0;
}

/** Whether a scene may have colors beyond black and white. */
function exceedsRange(scene: ScenePlan | undefined): boolean {
  return (scene?.parts ?? []).some(
    (part) => part.kind === 'video' && part.adjustment && !part.grade && leavesRange(part.adjustment),
  );
}

/** Keeps the frames of a scene that no transition shows. @param taken frames of the transition into it. */
function printOwn({ frames, tail }: ScenePlan, taken: number): string {
  if (taken === 0 && tail === undefined) return 'null';
  return filter('trim', { ...(taken > 0 ? { start_frame: taken } : {}), ...(tail ? { end_frame: frames } : {}) });
}

/** Prints the frames in which both scenes are visible. Only these are mixed at full chroma resolution, in planes. */
function printMix(
  scene: ScenePlan,
  i: number,
  { output, isClamped, isStill }: { output: Output; isClamped: boolean; isStill: boolean },
): string[] {
  const { type, direction = 'left', frames } = scene.transition as NonNullable<ScenePlan['transition']>;
  const { rate, width, height } = output;
  const isClear = output.pixels === 'rgba';
  const effect = transitionEffect(type);
  const [planes, back] = isClear
    ? [
        `${toPremultiplied}${effect.isOpaque ? ',format=gbrp' : ''}`,
        effect.isOpaque ? 'format=rgba' : 'unpremultiply=inplace=1,format=rgba',
      ]
    : [
        [tagBt709, printColors(), 'format=yuv444p', ...(isClamped ? printClamped('yuv444p') : [])].join(','),
        `${printColors()},format=yuv420p`,
      ];
  const even = `${printNumbered(rate)},fps=${rate.join('/')}`;
  const name = `s${i}m`;
  const mixed = effect.filter({
    before: `${name}before`,
    after: `${name}after`,
    out: `${name}out`,
    name,
    frames,
    rate,
    width,
    height,
    isClear,
    direction,
  });
  return [
    `[s${i - 1}tail]${planes},${isStill ? 'loop=loop=-1:size=1' : repeatLastFrame},${even}[${name}before]`,
    `[s${i}first]${planes},${repeatLastFrame},${even}[${name}after]`,
    ...mixed,
    `[${name}out]trim=end_frame=${frames},${back},setsar=1[s${i}mix]`,
  ];
}
