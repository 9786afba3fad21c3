import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/contract/errors.ts';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { closeAllNotices, notices } from '../../../ui/client/page/notices.ts';
import { problemWords } from '../../../ui/client/page/server.ts';
import { keepOrigin } from '../../../ui/client/renders/origins.ts';
import { ProblemList } from '../../../ui/kit/ProblemList.tsx';
import { Developing } from '../../../ui/pages/video/Developing.tsx';
import { GifMaker } from '../../../ui/pages/video/GifMaker.tsx';
import { Player, ShareButton } from '../../../ui/pages/video/Player.tsx';
import { Failed, Video } from '../../../ui/pages/video/Video.tsx';
import german from '../../../ui/texts/de.json';
import { eventually } from '../../support/eventually.ts';
import { button, click, field, freshScreen, place, show, write } from '../studioScreen.ts';

freshScreen();
afterEach(() => {
  vi.unstubAllGlobals();
  closeAllNotices();
});

const video: VideoRecord = {
  ...{
    _id: 'v',
    name: 'Summer',
    status: 'rendering',
    progress: 0,
    progressText: 'Rendering',
    attempt: 1,
    done: false,
    mine: true,
    isPrivate: false,
    webhook: null,
  },
  ...{ url: null, poster: null, mime: 'video/mp4', width: 32, height: 32, duration: 2, size: 5, error: null },
  ...{ submittedAt: '2026-01-01T00:00:00Z', finishedAt: null, notes: [] },
};

const untilSaid = (words: string) =>
  eventually(async () => {
    await act(async () => {});
    expect(place.textContent).toContain(words);
  });

it('announces progress in tenths, however the remaining time changes', async () => {
  vi.useFakeTimers();
  const said = new Set<string>();
  for (let progress = 0.105; progress < 0.4; progress += 0.005) {
    vi.advanceTimersByTime(250);
    await show(<Developing id="v" video={{ ...video, progress }} />);
    said.add(place.querySelector('[role=status]')?.textContent ?? '');
  }
  expect([...said]).toEqual([
    'Rendering 10 percent',
    'Rendering 20 percent, about 40 s left',
    'Rendering 30 percent, about 40 s left',
  ]);
});

it.each<[Partial<VideoRecord>, string]>([
  [{ status: 'queued' }, 'Waiting in the queue'],
  [{ progress: 0, progressText: 'Reading media' }, 'Reading media'],
  [{ progress: 0, progressText: 'Loading ...' }, 'Reading media'],
  [{ progress: 0.05, progressText: 'Painting' }, 'Painting'],
  [{ progress: 0.1, progressText: 'Rendering ... 2%' }, 'Rendering'],
  [{ progress: 0.99, progressText: 'Finishing' }, 'Finishing'],
])('describes the step of a render with %o', async (record, words) => {
  await show(<Developing id="v" video={{ ...video, ...record }} />);
  const shown = [...place.querySelectorAll('p:not([role="status"])')].map((one) => one.textContent?.trim());
  expect(shown.map((one) => one?.replace(/^\d+%/, ''))).toContain(words);
});

it('quotes the reason of a failed render', async () => {
  const message = 'The server was restarted too often while it made this.';
  await show(<Failed video={{ ...video, status: 'failed', error: { code: 'lost', message } }} />);
  expect(place.textContent).toContain(message);
});

it('offers to export the project behind a failed render in this browser', async () => {
  const failed: VideoRecord = {
    ...video,
    _id: 'failed-one',
    status: 'failed',
    error: { code: 'lost', message: 'Lost.' },
  };
  const links = () => [...place.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')]);
  await show(<Failed video={failed} />);
  expect(links().map(([name]) => name)).not.toContain('Export in this browser');
  keepOrigin('failed-one', { projectId: 'p1', print: '' });
  await show(<Failed key="again" video={failed} />);
  expect(links()).toContainEqual(['Export in this browser', '/studio/editor/export?project=p1']);
});

it('leads from a canceled render back to its project, which is unchanged', async () => {
  keepOrigin('canceled-one', { projectId: 'p1', print: '' });
  await show(<Failed video={{ ...video, _id: 'canceled-one', status: 'cancelled' }} />);
  expect(place.textContent).toContain('This render was canceled');
  const back = [...place.querySelectorAll('a')].find((one) => one.textContent === 'Back to the project');
  expect(back?.getAttribute('href')).toBe('/studio/editor?project=p1');
});

it('reports that a render started again, in English and German', async () => {
  const text = () => place.textContent ?? '';
  await show(<Developing id="v" video={{ ...video, progressText: 'Painting', progress: 0.03 }} />);
  expect(text()).not.toContain('attempt');
  const second = { ...video, attempt: 2, progressText: 'Second attempt: Painting', progress: 0.03 };
  await show(<Developing id="v" video={second} />);
  expect(text()).toContain('Second attempt: rendering started again from the beginning.');
  expect(text()).toMatch(/3%Painting/);
  await show(<Developing id="v" video={{ ...second, attempt: 3, progressText: 'Another attempt: Painting' }} />);
  expect(text()).toContain('Another attempt: rendering started again from the beginning.');
  expect(german['Second attempt: rendering started again from the beginning.']).toContain('Zweiter Versuch');
});

it('shows the poster of a MOV that the browser cannot play', async () => {
  const url = 'https://example.org/a.mov';
  await show(<Player video={{ ...video, mime: 'video/quicktime', poster: '/poster.jpg' }} url={url} />);
  expect(place.textContent).not.toContain('cannot play');
  await act(async () => place.querySelector('video')?.dispatchEvent(new Event('error')));
  expect(place.querySelector('video')).toBeNull();
  expect(place.querySelector('img')?.getAttribute('src')).toBe('/poster.jpg');
  expect(place.textContent).toContain('Your browser cannot play this file.');
});

it('counts problems that the server does not list', async () => {
  const problems = Array.from({ length: 2 }, (_, index) => ({ pointer: `/${index}`, message: 'Too many.' }));
  await show(<ProblemList problems={problems} more={7900} text="" />);
  expect(place.querySelector('[role=alert]')?.textContent).toBe('7902 problems found');
  expect(place.textContent).toContain('The server lists the first 2.');
});

it('counts the unlisted problems of a failed render', async () => {
  const problems = [1, 2].map((n) => ({ code: 'range', pointer: `/${n}`, message: `Problem ${n}.` }));
  const error = { code: 'invalid', message: 'Problem 1.', problems, moreProblems: 7900 };
  await show(<Failed video={{ ...video, status: 'failed', error }} />);
  expect([...place.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['Problem 2. /2']);
  expect(place.textContent).toContain('And 7900 more problems.');
});

it('reports the first problem with the number of the others', () => {
  const problems = [1, 2].map((n) => ({ code: 'range', pointer: `/${n}`, message: `Problem ${n}.` }));
  expect(problemWords(new ApiError(422, 'invalid', 'Problem 1.', problems, undefined, 98))).toBe(
    'Problem 1. And 99 more problems.',
  );
  expect(problemWords(new ApiError(422, 'invalid', 'Problem 1.', problems))).toBe('Problem 1. And 1 more problem.');
  expect(problemWords(new ApiError(422, 'invalid', 'Problem 1.', problems.slice(1)))).toBe('Problem 2.');
  expect(problemWords(new ApiError(409, 'busy', 'It is busy.'))).toBe('It is busy.');
});

it('shows no progress for an unknown render', async () => {
  await show(<Developing id="unknown" video={undefined} />);
  expect(place.textContent).not.toContain('%');
  expect(place.querySelector('[role=progressbar]')?.getAttribute('aria-label')).toBe('Loading');
});

it('shows notes next to the result', async () => {
  const notes = ['No font here supports “𐩠”; boxes are shown instead.'];
  await show(<Player video={{ ...video, status: 'done', done: true, notes }} url="/file" />);
  expect([...place.querySelectorAll('[aria-label="Notes"] li')].map((item) => item.textContent)).toEqual(notes);
});

it('asks for another press instead of reporting an error when sharing needs one', async () => {
  const share = () => Promise.reject(new DOMException('No press.', 'NotAllowedError'));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  await show(<ShareButton video={video} url="/file" />);
  await click('Share');
  await act(async () => {});
  expect(notices.list).toMatchObject([{ kind: 'note', message: 'Ready to share. Press Share again.' }]);
});

it.each([
  ['its file if the browser can share files', 'files', ['file Summer.mp4']],
  ['its link if the browser can share only links', 'links', [`link ${location.origin}/videos/v`]],
  ['its link if the file cannot be loaded', 'files, but it fails', [`link ${location.origin}/videos/v`]],
])('shares %s', async (_what, can, expected) => {
  const given: string[] = [];
  const share = async ({ files, url }: ShareData) =>
    void given.push(files?.[0] ? `file ${files[0].name}` : `link ${url}`);
  const canShare = ({ files }: ShareData) => !files || can !== 'links';
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share, canShare }));
  vi.stubGlobal('fetch', async () => new Response('file', { status: can === 'files' ? 200 : 500 }));
  history.replaceState(null, '', '/videos/v');
  await show(<ShareButton video={video} url="/file" />);
  await click('Share');
  await eventually(() => expect(given).toEqual(expected));
});

it('offers no sharing in a browser without it', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share: undefined, canShare: undefined }));
  await show(<ShareButton video={video} url="/file" />);
  expect(place.textContent).toBe('');
});

it('creates a GIF of a part of a video that is too long for one', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (at: string, { body }: RequestInit = {}) => {
    if (at.endsWith('/createVideo')) bodies.push(JSON.parse(String(body)));
    return Response.json({ ...video, _id: 'gif' });
  });
  await show(<GifMaker video={{ ...video, duration: 100 }} player={{ current: null }} />);
  await click('Create a GIF');
  expect(place.textContent).toContain('A GIF can be at most 60 s long.');
  await write(field('Starts at'), '25');
  expect(place.querySelector('output')?.textContent).toBe('0:25 – 1:25');
  await click('Create this GIF');
  await eventually(() => expect(bodies).toHaveLength(1));
  const part = { isTrimmed: true, startTime: 25, endTime: 85 };
  expect(bodies).toMatchObject([{ output: { type: 'gif' }, scenes: [{ layers: [part] }] }]);
  await eventually(() => expect(location.pathname).toBe('/videos/gif'));
});

it('moves the focus between the buttons that create a GIF and stop it', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit = {}) => {
    return new Promise((__, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  await show(<GifMaker video={{ ...video, duration: 100 }} player={{ current: null }} />);
  await click('Create a GIF');
  button('Create this GIF').focus();
  await click('Create this GIF');
  await eventually(() => expect(document.activeElement).toBe(button('Stop')));
  await click('Stop');
  expect(document.activeElement).toBe(button('Create a GIF'));
});

it('notices that a failed render was restarted, and sends a webhook again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const webhook = { url: 'https://example.org/hook?key=secret', state: 'failed' as const, attempts: 10 };
  const told = { ...webhook, lastStatus: 500, lastError: 'The response was 500.', nextAt: null };
  let now: VideoRecord = { ...video, status: 'failed', error: { code: 'lost', message: 'Lost.' }, webhook: told };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (at: string) => {
    asked.push(at);
    if (!at.endsWith('/events')) return Response.json(now);
    return new Response(`event: video\ndata: ${JSON.stringify(now)}\n\n`);
  });
  await show(<Video id="v" />);
  await untilSaid('example.org has not accepted it after 10 attempts. The response was 500.');
  expect(place.textContent).toContain('This render failed');
  expect(place.textContent).not.toContain('secret');
  now = { ...now, webhook: { ...told, state: 'delivered', attempts: 1, lastStatus: 204 } };
  const settled = now.webhook;
  now = { ...now, webhook: { ...told, state: 'queued', attempts: 1 } };
  await click('Send again');
  await untilSaid('example.org has not accepted it yet. The response was 500.');
  await eventually(() => expect(asked).toContain('/api/v1/videos/v/webhook/resend'));
  now = { ...now, webhook: settled };
  await act(async () => void vi.advanceTimersByTime(10_000));
  await untilSaid('example.org accepted it.');
  now = { ...video, status: 'rendering', progress: 0.4 };
  await act(async () => void vi.advanceTimersByTime(15_000));
  await untilSaid('40%');
  now = { ...video, status: 'done', done: true, url: '/file' };
  await untilSaid('Render finished.');
});

it('lets the owner retry a failed render, unless it stopped the server', async () => {
  const failed: VideoRecord = {
    ...video,
    _id: 'again',
    status: 'failed',
    attempt: null,
    error: { code: 'internal', message: 'No.' },
  };
  await show(<Failed video={{ ...failed, error: { code: 'crashed', message: 'It stopped the server twice.' } }} />);
  expect(place.textContent).toContain('It stopped the server twice.');
  expect(place.textContent).not.toContain('Try again');
  await show(<Failed video={{ ...failed, mine: false }} />);
  expect(place.textContent).not.toContain('Try again');
  let now = failed;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (at: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${at}`);
    if (at.endsWith('/retry'))
      now = { ...failed, status: 'queued', attempt: 2, error: null, progressText: 'Loading ...' };
    if (!at.endsWith('/events')) return Response.json(now);
    return new Response(`event: video\ndata: ${JSON.stringify(now)}\n\n`);
  });
  await show(<Video id="again" />);
  await untilSaid('This render failed');
  await click('Try again');
  await untilSaid('Waiting in the queue');
  expect(asked).toContain('POST /api/v1/videos/again/retry');
  expect(place.textContent).toContain('Second attempt: rendering started again from the beginning.');
});
