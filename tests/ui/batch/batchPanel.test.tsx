import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { batches, openBatch } from '../../../ui/client/renders/batch.ts';
import { BatchPanel } from '../../../ui/tools/BatchPanel.tsx';
import { toolOf } from '../../../ui/tools/importToolFiles.ts';
import { freshScreen, place, show } from '../studioScreen.ts';

freshScreen();

it('scrolls to the list of many files, also when it was opened before the page could show it', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const tool = toolOf('loop');
  openBatch('loop', true);
  await show(<BatchPanel tool={tool} />);
  expect(scroll).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(place.querySelector('h2'));
  // A list that was left open stays where it is.
  await show(<BatchPanel key="again" tool={tool} />);
  expect(scroll).toHaveBeenCalledTimes(1);
  // Files that are dropped once more lead to it again.
  await act(async () => openBatch('loop', true));
  expect(scroll).toHaveBeenCalledTimes(2);
  await act(async () => openBatch('loop', false));
  delete batches.loop;
  scroll.mockRestore();
});
