import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { renderProject } from '../../api/renderer/job/render.ts';
import { createDice } from '../property/dice.ts';
import { hertz, locally, numbersIn, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';

/** Number of random videos. CUTROOM_LONG=1: as many as before a release, which takes some minutes. */
const count = process.env.CUTROOM_LONG ? 60 : 3;
const lab = openRenderLab('chance');
afterAll(lab.close);

const size = { width: 320, height: 180 };

// A keyframe every second at 30 frames a second; frame n shows n. The audio never repeats.
const tone = '0.3*sin(2*PI*(200+90*t)*t)';
const clip = lab.made(
  'clip.mp4',
  ...['-i', resolve('fixtures/media/numbers.mp4'), '-f', 'lavfi', '-i', `aevalsrc=${tone}|${tone}:s=48000:d=10`],
  ...['-map', '0:v', '-map', '1:a', '-s', `${size.width}x${size.height}`, '-c:v', 'libx264', '-preset', 'veryfast'],
  ...['-g', '30', '-keyint_min', '30', '-sc_threshold', '0', '-c:a', 'aac', '-b:a', '256k', '-aac_pns', '0'],
);

it(`renders ${count} random videos in the planned way, with the same frames and audio as encoded ones`, {
  timeout: 1_200_000,
}, async () => {
  for (let seed = 1; seed <= count; seed += 1) {
    const { body, isHeard } = bodyOf(seed);
    const { plan } = await lab.plan(body);
    const [made, encoded] = [
      await renderProject(projectOf(body), { ...locally, out: join(lab.temp, 'made.mp4') }),
      await renderProject(projectOf({ ...body, alwaysEncode: true }), {
        ...locally,
        out: join(lab.temp, 'encoded.mp4'),
      }),
    ];
    const told = `seed ${seed}, ${made.way}: ${JSON.stringify(body)}`;
    expect([made.way, encoded.way], told).toEqual([plan.way?.kind, 'encode']);
    expect(numbersIn(made.path), told).toEqual(numbersIn(encoded.path));
    if (!isHeard) continue;
    const [one, other] = [samplesOf(made.path), samplesOf(encoded.path)];
    const length = Math.floor(encoded.duration * hertz);
    // A copy may omit a packet at the end; an offset of one sample would give 0.01 with this audio.
    expect(Math.abs(one.length - other.length), told).toBeLessThan(hertz / 10);
    expect(differenceOf(one, other, Math.min(length, one.length) - 2048), told).toBeLessThan(0.008);
  }
});

/** A random project of only the clip: trimmed or whole, looped or not, with or without a gap, audible or muted. */
function bodyOf(seed: number): { body: object; isHeard: boolean } {
  const { pick, chance, random } = createDice(seed);
  const seconds = (from: number, to: number) => {
    const at = from + random() * (to - from);
    // Keyframes are at whole seconds.
    return chance(0.4) ? Math.round(at) : Math.round(at * 1000) / 1000;
  };
  const trimmed = (id: string) => {
    const startTime = seconds(0, 6);
    return {
      id,
      type: 'video',
      url: clip,
      isTrimmed: true,
      startTime,
      endTime: startTime + Math.max(1, seconds(1, 4)),
    };
  };
  const isHeard = chance(0.6);
  const layers = pick([
    () => [trimmed('v')],
    () => [{ ...trimmed('v'), loopMode: 'duration', playLength: seconds(4, 7) }],
    () => [trimmed('v'), trimmed('w')],
    () => [{ id: 'v', type: 'video', url: clip }],
  ])();
  const scenes = layers.map((layer, i) => ({ id: `s${i}`, layers: [layer] }));
  return { body: { ...size, isMuted: !isHeard, scenes }, isHeard };
}

/** Root mean square difference of the first samples of two signals. */
function differenceOf(one: Float32Array, other: Float32Array, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i += 1) sum += ((one[i] as number) - (other[i] as number)) ** 2;
  return Math.sqrt(sum / length);
}
