import { ref } from 'valtio';
import { afterEach, expect, it } from 'vitest';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { videos } from '../../../ui/client/renders/videos.ts';
import { RenderRow } from '../../../ui/pages/home/RenderRow.tsx';
import { freshScreen, place, show } from '../studioScreen.ts';

// Before the screen is closed, so this runs after it.
afterEach(() => {
  videos.byId = {};
});
freshScreen();

const video = {
  ...{ _id: 'v', name: 'Summer', status: 'done', progress: 1, progressText: '', attempt: 1, done: true, mine: true },
  ...{ isPrivate: false, webhook: null, url: '/api/v1/videos/v/file', poster: null, mime: 'video/mp4' },
  ...{ width: 32, height: 32, duration: 2, size: 5000, error: null, notes: [] },
  ...{ submittedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:09Z' },
} as VideoRecord;

it.each<[string, Partial<VideoRecord>, string[]]>([
  ['a finished render', {}, ['Download Summer', 'Delete Summer']],
  ['a failed one', { status: 'failed', url: null }, ['Delete Summer']],
  ['one in the queue', { status: 'queued', done: false, url: null }, ['Cancel Summer']],
])('the row of %s offers what it has', async (_, more, actions) => {
  videos.byId = { v: ref({ ...video, ...more }) };
  await show(<RenderRow id="v" />);
  const labels = [...place.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'));
  expect(labels.filter((label) => / Summer$/.test(label ?? '') && !label?.startsWith('Rendering'))).toEqual(actions);
  expect(place.querySelector('[download]')?.getAttribute('href')).toBe(more.url === null ? undefined : video.url);
});
