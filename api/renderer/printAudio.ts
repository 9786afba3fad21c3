import type { RenderPlan } from './plan.ts';
import { number, type Pads } from './printNumber.ts';
import { perSecond } from './rate.ts';

/** Prints the audio half as a filter graph that ends in the pad [audio]; '' when nothing is heard. */
export function printAudio(plan: RenderPlan, pads: Pads, channels: (id: string) => number): string {
  if (plan.sounds.length === 0) return '';
  const total = number(plan.output.frames / perSecond(plan.output.rate));
  const lines = plan.sounds.map((sound, i) => {
    const samples = Math.max(1, Math.round(sound.length * 48_000));
    return [
      `[${pads(sound.input)}]aresample=48000:async=1:first_pts=0`,
      // One channel goes to both sides at full strength, as it does in a player.
      channels(sound.input) === 1 ? 'pan=stereo|c0=c0|c1=c0' : 'aformat=channel_layouts=stereo',
      `aformat=sample_fmts=fltp,atrim=end_sample=${samples},asetpts=N/SR/TB`,
      ...(sound.loops ? [`apad=whole_len=${samples},aloop=loop=-1:size=${samples},asetpts=N/SR/TB`] : []),
      `atrim=end_sample=${Math.max(1, Math.round((sound.until - sound.at) * 48_000))}`,
      `adelay=${Math.round(sound.at * 48_000)}S:all=1[a${i}]`,
    ].join(',');
  });
  const pick = plan.sounds.map((_, i) => `[a${i}]`).join('');
  // Two sounds together can exceed full scale.
  const mix =
    plan.sounds.length > 1
      ? `amix=inputs=${plan.sounds.length}:normalize=0:dropout_transition=0,alimiter=level=0:latency=1,`
      : '';
  // The encoder takes frames of 1024 samples; ffmpeg 5 does not cut them itself when a sound ends before it began.
  return [...lines, `${pick}${mix}apad,atrim=end=${total},asetnsamples=n=1024:p=0[audio]`].join(';\n');
}
