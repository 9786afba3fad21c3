import type { Size } from '../../../engine/layout/box.ts';
import type { Output as ProjectOutput, VideoCodec } from '../../../engine/project/output.ts';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import type { Output, RenderPlan } from '../plan/plan.ts';
import { plannedCodec } from '../plan/plannedCodec.ts';
import { outputRecipes } from '../print/outputs.ts';
import { usualCrf, usualSoundRate } from '../print/usualRates.ts';

/** One variant of an output, on a ladder from the finest to the smallest. */
export interface Rung {
  /** Rough size of the video stream relative to the usual quality; equal for equal video settings. */
  weight: number;
  /**
   * Changes to the plan's output; for an animation, changes to the project's output, because its frame rate may change.
   */
  change: Partial<Output> & { fps?: number };
}

/** What determines the rungs. */
export interface LadderOptions {
  /** Maximum size of the file, in bytes. */
  limit: number;
  /** Whether the copied source is too large, so that an encoding finer than usual may still fit. */
  isFiner: boolean;
}

/** Minimum side of a fitted frame, in pixels. */
const leastSide = 32;

/** Returns the rungs of a plan, the finest first. The first rung is the plan itself, or finer (`isFiner`). */
export function ladderOf(plan: RenderPlan, options: LadderOptions): Rung[] {
  const { format } = plan.output;
  if (format === 'gif') return gifRungs(plan.output);
  if (format === 'apng') return withFramesAndSizes(plan.output, [{ weight: 1, change: {} }]);
  if (format === 'animated-webp') return webpRungs(plan.output);
  return outputRecipes[format].kind === 'audio' ? soundRungs(plan.output) : videoRungs(plan, options);
}

/** Distance of two rungs in CRF, CRF steps that halve the size, coarsest CRF before and after shrinking. */
interface CrfSteps {
  step: number;
  halves: number;
  coarse: number;
  coarsest: number;
}

const h264Steps: CrfSteps = { step: 0.5, halves: 6, coarse: 32, coarsest: 44 };
const crfSteps: Partial<Record<VideoCodec, CrfSteps>> = {
  vp9: { step: 1, halves: 10, coarse: 44, coarsest: 60 },
  av1: { step: 1, halves: 10, coarse: 48, coarsest: 63 },
};

/**
 * Video: first a lower audio rate, then coarser frames, then a smaller size, and at the smallest size coarser still.
 */
function videoRungs(plan: RenderPlan, { limit, isFiner }: LadderOptions): Rung[] {
  const codec = plannedCodec(plan.output);
  const { step, halves, coarse, coarsest } = crfSteps[codec] ?? h264Steps;
  const usual = usualCrf(codec, plan.output.quality);
  const soundRates = plan.sounds.length > 0 ? fallingSound(plan.output, limit) : [];
  const sound = soundRates.length > 0 ? { soundRate: soundRates.at(-1) as number } : {};
  const weightOf = (crf: number) => 2 ** ((usual - crf) / halves);
  const crfs = (from: number, to: number) =>
    Array.from({ length: Math.max(0, Math.round((to - from) / step)) }, (_, i) => from + (i + 1) * step);
  const finest = isFiner ? usual - 2 * halves : usual;
  const coarser = crfs(finest, coarse).map((crf) => ({ weight: weightOf(crf), change: { crf, ...sound } }));
  const sizes = smallerSizes(plan.output);
  const smaller = sizes.map((scaled) => ({
    weight: weightOf(coarse) * shareOf(scaled, plan.output) ** 0.75,
    change: { crf: coarse, scaled, ...sound },
  }));
  const scaled = sizes.at(-1);
  const last = crfs(coarse, coarsest).map((crf) => ({
    weight: weightOf(crf) * (scaled ? shareOf(scaled, plan.output) ** 0.75 : 1),
    change: { crf, ...(scaled ? { scaled } : {}), ...sound },
  }));
  const first: Rung = { weight: weightOf(finest), change: isFiner ? { crf: finest } : {} };
  const thinner = soundRates.map((soundRate) => ({ ...first, change: { ...first.change, soundRate } }));
  return [first, ...thinner, ...coarser, ...smaller, ...last];
}

/** GIF: fewer colors, then a lower frame rate, then a smaller size, and at the smallest size fewer colors still. */
function gifRungs(output: Output): Rung[] {
  const { colors: most = 256 } = output;
  const colorsOf = falling(most, Math.min(most, 48), 0.86).map(Math.round);
  const weightOf = (colors: number) => (Math.log2(colors) / Math.log2(most)) ** 1.7;
  const fewer = colorsOf.map((colors) => ({ weight: weightOf(colors), change: { colors } }));
  const rungs = withFramesAndSizes(output, [{ weight: 1, change: {} }, ...fewer]);
  const { weight, change } = rungs.at(-1) as Rung;
  const { colors: left = most } = change;
  const last = falling(left, 8, 0.8).map(Math.round);
  const lastRungs = last.map((colors) => ({
    weight: (weight * weightOf(colors)) / weightOf(left),
    change: { ...change, colors },
  }));
  return [...rungs, ...lastRungs];
}

/** Animated WebP: coarser frames, then fewer, then smaller ones. */
function webpRungs(output: Output): Rung[] {
  const { webpQuality: most = 88 } = output;
  const coarser = falling(most, Math.min(most, 30), 0.94).map((quality) => ({
    weight: (quality / most) ** 0.8,
    change: { webpQuality: Math.round(quality) },
  }));
  return withFramesAndSizes(output, [{ weight: 1, change: {} }, ...coarser]);
}

function withFramesAndSizes(output: Output, rungs: readonly Rung[]): Rung[] {
  const { weight, change } = rungs.at(-1) as Rung;
  const rate = fpsOf(output.rate);
  const rates = Array.from({ length: Math.max(0, Math.floor(rate) - 10) }, (_, i) => Math.ceil(rate) - 1 - i);
  const slower = rates.map((fps) => ({ weight: (weight * fps) / rate, change: { ...change, fps } }));
  const last = slower.at(-1) ?? { weight, change };
  const smaller = smallerSizes(output).map((scaled) => ({
    weight: last.weight * shareOf(scaled, output),
    change: { ...last.change, scaled },
  }));
  return [...rungs, ...slower, ...smaller];
}

/** Bit rates that every MP3 supports, in kbit/s. */
const mp3Rates = [160, 128, 112, 96, 80, 64, 56, 48, 40, 32];

function soundRungs({ format, quality }: Output): Rung[] {
  const usual = usualSoundRate(format, quality);
  const rates = format === 'mp3' ? mp3Rates.filter((rate) => rate < usual) : falling(usual, 24, 0.95).map(Math.round);
  return [usual, ...rates].map((soundRate, i) => ({
    weight: soundRate / usual,
    change: i === 0 ? {} : { soundRate },
  }));
}

/** Minimum audio rate of a video, in kbit/s, and the share of the file that audio may take before frames suffer. */
const leastSound = 24;
const soundShare = 0.2;

/** Audio rates of a video below the usual one, in kbit/s, down to one that leaves most of the file to its frames. */
function fallingSound({ format, quality, frames, rate }: Output, limit: number): number[] {
  const usual = usualSoundRate(format, quality);
  const share = (soundShare * limit * 8) / 1000 / (frames / fpsOf(rate));
  const least = Math.max(leastSound, Math.floor(share));
  return least < usual ? [...falling(usual, least + 1, 0.9).map(Math.round), least] : [];
}

/** Decreasing sizes with the same aspect ratio; videos have even sides. */
function smallerSizes(output: Output): Size[] {
  const { width, height } = output.scaled ?? output;
  const { step, multiple } =
    outputRecipes[output.format].kind === 'animation' ? { step: 0.97, multiple: 1 } : { step: 0.95, multiple: 2 };
  const sideOf = (length: number) => multiple * Math.round(length / multiple);
  const sizes: Size[] = [];
  for (let scale = step; Math.min(width, height) * scale >= leastSide; scale *= step) {
    sizes.push({ width: sideOf(width * scale), height: sideOf(height * scale) });
  }
  return sizes;
}

/** Share of the pixels of the full size. */
function shareOf(size: Size, output: Output): number {
  const whole = output.scaled ?? output;
  return (size.width * size.height) / (whole.width * whole.height);
}

function falling(from: number, to: number, step: number): number[] {
  const found: number[] = [];
  for (let value = from * step; value >= to; value *= step) found.push(value);
  return found;
}

/** Returns the project's output with the changes of an animation's rung. */
export function changedOutput<T extends ProjectOutput>(output: T, { change }: Rung): T {
  const { fps, scaled, colors, webpQuality } = change;
  return {
    ...output,
    ...(fps === undefined ? {} : { fps }),
    ...(scaled === undefined ? {} : { width: scaled.width }),
    ...(colors === undefined ? {} : { colors }),
    ...(webpQuality === undefined ? {} : { quality: webpQuality }),
  };
}
