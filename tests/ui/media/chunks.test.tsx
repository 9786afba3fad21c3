import { expect, it, onTestFinished, vi } from 'vitest';
import { Chunks } from '../../../ui/media/Chunks.tsx';
import { freshScreen, place, show } from '../studioScreen.ts';

freshScreen();

it('a wide drawing is cut into canvases of at most 800 px, side by side over its whole width', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(2000);
  await show(<Chunks drawing={{ paint: () => undefined, wish: () => undefined }} height={40} />);
  const sections = [...place.querySelectorAll('canvas')].map(({ style }) => [style.left, style.width, style.height]);
  expect(sections).toEqual([
    ['0px', '800px', '40px'],
    ['800px', '800px', '40px'],
    ['1600px', '400px', '40px'],
  ]);
});
