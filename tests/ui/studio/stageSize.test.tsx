import { act, useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useStageSize } from '../../../ui/studio/stage/useStageSize.ts';
import { freshScreen, place, show } from '../studioScreen.ts';

freshScreen();
afterEach(() => void vi.restoreAllMocks());

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: object): void } };

/** Shows the width of a square canvas in all of the window but 240 × 104 px. */
function Sized() {
  const area = useRef<HTMLDivElement>(null);
  const size = useStageSize(area, { width: 100, height: 100 });
  return <div ref={area}>{size?.width}</div>;
}

it.each([
  ['a desktop', '', { width: 1024, height: 700 }, '540'],
  ['a desktop', '', { width: 800, height: 768 }, '480'],
  ['Android, whose keyboard changes only the height', 'Android', { width: 1024, height: 400 }, '608'],
  ['Android', 'Android', { width: 800, height: 768 }, '480'],
])('the canvas follows the window after 100 ms on %s', async (_, userAgent, viewport, width) => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => innerWidth - 240);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => innerHeight - 104);
  await show(<Sized />);
  expect(place.textContent).toBe('608');
  await act(async () => {
    happyDOM.setViewport(viewport);
    vi.advanceTimersByTime(99);
  });
  expect(place.textContent).toBe('608');
  await act(async () => vi.advanceTimersByTime(1));
  expect(place.textContent).toBe(width);
});
