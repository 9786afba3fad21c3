import type { Project } from '../../engine/project/project.ts';
import type { Probe } from './types.ts';

/** Frames a second as a fraction. */
export type Rate = [number, number];

const standardRates: readonly Rate[] = [
  [24_000, 1001],
  [24, 1],
  [25, 1],
  [30_000, 1001],
  [30, 1],
  [48, 1],
  [50, 1],
  [60_000, 1001],
  [60, 1],
];
const defaultRate: Rate = [30, 1];
const gifRate = 15;

/** A rate as a number. */
export function perSecond([frames, per]: Rate): number {
  return frames / per;
}

/**
 * Rate of the output: 30 frames a second unless the sources say otherwise. The fastest source decides, at the
 * nearest standard rate of 23.976 to 60; a source below that or with uneven frames asks for 30 at least.
 * A GIF has 15, or fewer when all its sources have fewer.
 */
export function outputRate(project: Project, probes: ReadonlyMap<string, Probe>): Rate {
  const sources = project.scenes
    .flatMap((scene) => scene.layers)
    .flatMap((layer) => (layer.type === 'video' ? [probes.get(layer.url)] : []))
    .filter((probe) => probe !== undefined && probe.fps > 0) as Probe[];
  if (project.videoType === 'gif') return [gifRateOf(sources), 1];
  const rates = sources.filter((probe) => probe.kind === 'video').map(sourceRate);
  return (
    rates.reduce<Rate | undefined>(
      (best, rate) => (!best || perSecond(rate) > perSecond(best) ? rate : best),
      undefined,
    ) ?? defaultRate
  );
}

function sourceRate(probe: Probe): Rate {
  if (probe.variableFrameRate) return probe.fps > 31 ? [60, 1] : defaultRate;
  if (probe.fps < 23.5) return defaultRate;
  return standardRates.reduce((best, rate) =>
    Math.abs(perSecond(rate) - probe.fps) < Math.abs(perSecond(best) - probe.fps) ? rate : best,
  );
}

function gifRateOf(sources: readonly Probe[]): number {
  if (sources.length === 0) return gifRate;
  const fastest = Math.max(...sources.map((probe) => probe.fps));
  return Math.min(gifRate, Math.max(5, Math.round(fastest)));
}
