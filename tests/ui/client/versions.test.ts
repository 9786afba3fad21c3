import { describe, expect, it } from 'vitest';
import { joinBody, keyOf, splitBody } from '../../../engine/edit/versionParts.ts';
import { type ThinVersion, VERSION_LIMITS, versionsToRetain } from '../../../engine/edit/versionsToRetain.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = 1000 * DAY;

function version(age: number, more: Partial<ThinVersion> = {}): ThinVersion {
  const id = `v${age}${more.isApart ? ' apart' : ''}`;
  return { id, projectId: 'p', savedAt: now - age, isApart: false, parts: [{ key: id, size: 10 }], ...more };
}

/** Ages of the versions that are retained, youngest first. */
function ages(versions: readonly ThinVersion[], limits = VERSION_LIMITS): number[] {
  const kept = versionsToRetain(versions, now, limits);
  return versions.filter(({ id }) => kept.has(id)).map(({ savedAt }) => now - savedAt);
}

describe('storedVersions', () => {
  it('retains all versions for ten minutes, then one a minute, one every ten minutes, one a day', () => {
    const young = Array.from({ length: 300 }, (_, index) => version(index * 2000));
    expect(ages(young.filter(({ savedAt }) => now - savedAt < 10 * MINUTE))).toHaveLength(300);
    const hour = Array.from({ length: 100 }, (_, index) => version(20 * MINUTE + index * 6000));
    expect(ages(hour).length).toBeLessThanOrEqual(11);
    const day = Array.from({ length: 120 }, (_, index) => version(120 * MINUTE + index * MINUTE));
    expect(ages(day).length).toBeLessThanOrEqual(13);
    const month = Array.from({ length: 200 }, (_, index) => version(2 * DAY + (index * DAY) / 10));
    expect(ages(month).length).toBeLessThanOrEqual(21);
  });

  it('retains the newest of each period and is stable when applied again', () => {
    const versions = [30.1, 30.4, 30.9, 31.5].map((minutes) => version(minutes * MINUTE));
    const once = ages(versions);
    expect(once).toEqual([30.1, 31.5].map((minutes) => minutes * MINUTE).filter((age) => once.includes(age)));
    const left = versions.filter(({ savedAt }) => once.includes(now - savedAt));
    expect(ages(left)).toEqual(once);
  });

  it('drops versions after a month, except separate ones', () => {
    expect(ages([version(31 * DAY), version(400 * DAY, { isApart: true })])).toEqual([400 * DAY]);
  });

  it('limits number and bytes: drops the oldest first and separate ones last', () => {
    const versions = [version(1), version(2), version(3), version(4, { isApart: true })];
    expect(ages(versions, { ...VERSION_LIMITS, most: 2 })).toEqual([1, 4]);
    expect(ages(versions, { ...VERSION_LIMITS, bytes: 25 })).toEqual([1, 4]);
    const sharing = versions.map((one) => ({ ...one, parts: [{ key: 'same', size: 20 }] }));
    expect(ages(sharing, { ...VERSION_LIMITS, bytes: 25 })).toEqual([1, 2, 3, 4]);
  });

  it('shares parts between versions where nothing changed', () => {
    const body = (text: string) =>
      JSON.stringify({ version: 1, scenes: [{ id: 'a', text }, { id: 'b' }], audio: null });
    const [one, two] = [splitBody(body('1')), splitBody(body('2'))];
    expect(joinBody(one)).toBe(body('1'));
    expect(one.map(keyOf).filter((key) => two.map(keyOf).includes(key))).toHaveLength(2);
    expect(joinBody(splitBody('no JSON'))).toBe('no JSON');
    expect(new Set(Array.from({ length: 20_000 }, (_, index) => keyOf(`text ${index}`))).size).toBe(20_000);
  });
});
