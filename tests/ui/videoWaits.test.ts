import { expect, it, vi } from 'vitest';
import { openVideo } from '../../engine/browser/media/videoMedia.ts';

it('does not wait for a paused video once its data has arrived, whatever the element reports', () => {
  const element = document.createElement('video');
  const create = vi.spyOn(document, 'createElement').mockReturnValue(element);
  const media = openVideo('/a.mp4', () => {});
  create.mockRestore();
  let end = 1.9;
  const says = (name: string, get: () => unknown) => Object.defineProperty(element, name, { configurable: true, get });
  says('duration', () => 10);
  says('currentTime', () => 1.875);
  says('readyState', () => 2);
  says('seeking', () => false);
  says('paused', () => true);
  says('buffered', () => ({ length: 1, start: () => 0, end: () => end }));
  expect('hasFutureData' in media && media.hasFutureData).toBe(false);
  end = 10;
  expect('hasFutureData' in media && media.hasFutureData).toBe(true);
  says('paused', () => false);
  expect('hasFutureData' in media && media.hasFutureData).toBe(false);
});
