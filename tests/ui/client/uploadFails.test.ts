import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { newMediaPath, putEntry } from '../../../ui/client/media/mediaTable.ts';
import { startUpload } from '../../../ui/client/media/uploads.ts';
import { closeAllNotices, notices } from '../../../ui/client/page/notices.ts';
import { watchFailedUploads } from '../../../ui/studio/Studio.tsx';
import { badgeOf } from '../../../ui/studio/stage/badges.ts';
import { studio } from '../../../ui/studio/state/studio.ts';
import { eventually } from '../../support/eventually.ts';
import { freshScreen, open } from '../studioScreen.ts';

freshScreen();

let end: () => void;
beforeEach(() => {
  const refusal = { error: { code: 'forbidden', message: 'Not here.' } };
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 403 }));
  end = watchFailedUploads();
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  closeAllNotices();
});

/** Adds a file to the table that waits for its upload. */
function file(name: string): string {
  const { id, url } = newMediaPath(name);
  const type = 'video/mp4';
  putEntry({ id, url, name, size: 3, type, state: 'kept', sent: 0, shown: true }, new File(['abc'], name, { type }));
  return url;
}

it.each([
  ['leaves the layer of the file', 'l0', '/studio/editor', null],
  ['stays at another layer', 'l1', '/studio/editor/layer/l1', 'l1'],
])('a rejected upload %s', async (_, selected, path, left) => {
  const url = file('a.mp4');
  open([{ type: 'video', url }, { type: 'text' }]);
  studio.selectedLayerId = selected;
  navigate(`/studio/editor/layer/${selected}`);
  startUpload(url);
  await eventually(() => expect(notices.list.map(({ message }) => message)).toEqual(['Not here.']));
  expect([location.pathname, studio.selectedLayerId]).toEqual([path, left]);
});

it('shows upload progress on a layer with the messages of the specification', () => {
  const entry = { name: 'a.mp4', size: 200, sent: 0, state: 'uploading' as const, shown: true, type: 'video/mp4' };
  const wordsAt = (sent: number) =>
    badgeOf('a', { x: 0, y: 0 }, { entry: { ...entry, sent }, busy: undefined, light: undefined })?.words;
  expect([0, 100, 200].map(wordsAt)).toEqual(['Uploading Files...', 'Uploading ... 50%', 'Processing content ...']);
});
