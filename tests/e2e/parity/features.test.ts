import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePictures, type FeatureLab, openFeatureLab, soundFaults } from '../../support/featureLab.ts';
import { colorFeatures } from '../../support/features/color.ts';
import { effectFeatures } from '../../support/features/effects.ts';
import type { Feature } from '../../support/features/feature.ts';
import { motionFeatures } from '../../support/features/motion.ts';
import { pictureFeatures } from '../../support/features/pictures.ts';
import { soundFeatures } from '../../support/features/sound.ts';
import { textFeatures } from '../../support/features/text.ts';

const sections: [string, readonly Feature[]][] = [
  ['texts, and how layers come and go', textFeatures],
  ['motion', motionFeatures],
  ['pictures and videos, and how they are arranged', pictureFeatures],
  ['color', colorFeatures],
  ['effects', effectFeatures],
  ['sound', soundFeatures],
];
/** Largest mean difference of the levels of a feature of colors, 0 to 255. */
const mostLevels = 2;
const table: string[] = [];
let lab: FeatureLab;

beforeAll(async () => {
  lab = await openFeatureLab(['webgl', 'canvas2d']);
});

afterAll(async () => {
  const head = '  lowest\twithout\tlevels, without\tms off\tdB off';
  console.log(['Each feature as the browser and as the server export it:', head, ...table].join('\n'));
  await lab?.close();
});

// Runs only with CUTROOM_LONG=1, in a quarter of an hour. Other tests of parity and export cover all features in
// combination.
describe.each(sections)(
  'each single feature of %s, exported by the browser and rendered by the server',
  (_, features) => {
    it.each(features)('$name', async ({ name, project, without, of, floor = 0.985 }) => {
      const both = await lab.exportBoth(project);
      const { here, there, frame, sound } = both;
      const { lowest, difference, shifted } = comparePictures(both, project);
      const { lag, decibels } = soundFaults(sound ?? []);
      const unlike = of === 'sound' ? undefined : await lab.compareWith(without, both);
      const unheard = of === 'sound' ? soundFaults((await lab.compareSound(without)) ?? []) : undefined;
      const alike = lowest.map((value) => value.toFixed(4)).join(' ');
      const levels = `${difference.toFixed(2)} ${unlike?.difference.toFixed(2) ?? ''}`;
      const figures = [alike, unlike?.lowest.toFixed(4) ?? '', levels, (lag * 1000).toFixed(1), decibels.toFixed(2)];
      const others = unheard ? [`(${(unheard.lag * 1000).toFixed(1)} ms, ${unheard.decibels.toFixed(2)} dB)`] : [];
      table.push(`  ${[...figures, name, ...others].join('\t')}\t${shifted.toFixed(3)}`);

      expect.soft([here.complaints, there.complaints]).toEqual(['', '']);
      expect.soft(here.frames).toBe(there.frames);
      expect.soft(Math.abs(here.duration - there.duration)).toBeLessThanOrEqual(frame + 1e-6);
      expect.soft(Math.min(...lowest), 'likeness before encoding').toBeGreaterThanOrEqual(floor);
      expect.soft(shifted, 'nearer to a frame beside').toBeLessThan(0.05);
      expect.soft(here.hasSound, 'sound').toBe(there.hasSound);
      expect.soft(lag, 'sound').toBeLessThanOrEqual(0.01);
      expect.soft(decibels, 'sound').toBeLessThanOrEqual(1);
      // Without the feature, this test would fail.
      if (unlike && of === 'pictures') expect.soft(unlike.lowest, 'without').toBeLessThan(floor - 0.015);
      if (unlike && of === 'colors') {
        expect.soft(difference, 'levels').toBeLessThanOrEqual(mostLevels);
        expect.soft(unlike.difference, 'levels without').toBeGreaterThan(2 * difference);
      }
      if (unheard) expect.soft(unheard.lag > 0.01 || unheard.decibels > 1.5, 'without').toBe(true);
    });
  },
);
