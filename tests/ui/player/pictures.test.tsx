import { act } from 'react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ProjectPicture } from '../../../ui/player/ProjectPicture.tsx';
import { queuePaint } from '../../../ui/player/paintQueue.ts';
import { freshScreen, place, show } from '../studioScreen.ts';

freshScreen();

describe('the picture of a project', () => {
  const size = { width: 160, height: 90 };

  it('is an empty card of its shape without a thumbnail', async () => {
    await show(<ProjectPicture {...size} />);
    expect(place.querySelector('svg')?.getAttribute('viewBox')).toBe('-80 -45 160 90');
    expect(place.querySelector('img')).toBeNull();
  });

  it('is its thumbnail once that is decoded, and nothing before', async () => {
    onTestFinished(() => void Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'));
    let decoded = (): void => undefined;
    Object.assign(HTMLImageElement.prototype, {
      decode: () =>
        new Promise<void>((resolve) => {
          decoded = resolve;
        }),
    });
    await show(<ProjectPicture {...size} thumbnail={new Blob(['x'], { type: 'image/webp' })} />);
    expect(place.querySelector('svg, img')).toBeNull();
    await act(async () => decoded());
    expect(place.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/);
    await show(<ProjectPicture {...size} />);
    expect([place.querySelectorAll('img').length, place.querySelectorAll('svg').length]).toEqual([0, 1]);
  });
});

describe('pictures that are painted', () => {
  it('are three at a time, in order of arrival, without those that left the queue', async () => {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const leaving = new AbortController();
    const add = (name: string, signal = new AbortController().signal) =>
      queuePaint(() => {
        begun.push(name);
        return new Promise<void>((resolve) => void ends.set(name, resolve));
      }, signal);
    const all = [...'abcd'].map((name) => add(name));
    all.push(add('e', leaving.signal), add('f'), add('g'));
    const settle = async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setTimeout(resolve));
    };
    expect(begun).toEqual(['a', 'b', 'c']);
    leaving.abort();
    await settle('b');
    await settle('a');
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'f']);
    await settle('c');
    expect(begun.at(-1)).toBe('g');
    for (const name of 'dfg') await settle(name);
    await Promise.all(all);
    // All slots are free again.
    const more = [...'xyz'].map((name) => add(name));
    expect(begun.slice(-3)).toEqual(['x', 'y', 'z']);
    for (const name of 'xyz') await settle(name);
    await Promise.all(more);
  });
});
