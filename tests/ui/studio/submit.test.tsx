import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { messages } from '../../../engine/project/messages.ts';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { closeAllNotices, notices, runNoticeAction } from '../../../ui/client/page/notices.ts';
import { makeGif } from '../../../ui/client/renders/makeGif.ts';
import { keepOrigin, originOf } from '../../../ui/client/renders/origins.ts';
import { DoneButton } from '../../../ui/studio/DoneButton.tsx';
import { openProject, selectedLayer } from '../../../ui/studio/state/studio.ts';
import { submission } from '../../../ui/studio/state/submission.ts';
import { submit } from '../../../ui/studio/state/submit.ts';
import { button, click, freshScreen, open, place, show } from '../studioScreen.ts';

freshScreen();

const queued: VideoRecord = {
  ...{
    _id: 'video1',
    name: null,
    status: 'queued',
    progress: 0,
    progressText: '',
    attempt: 1,
    done: false,
    mine: true,
    isPrivate: false,
    webhook: null,
  },
  ...{ url: null, poster: null, mime: null, width: null, height: null, duration: null, size: null, error: null },
  ...{ submittedAt: '2026-01-01T00:00:00Z', finishedAt: null, notes: [] },
};
const health = { status: 'ok', version: '1', database: 'embedded', queued: 0, rendering: 0 };

interface Answer {
  status: number;
  body: unknown;
}
/** Answers createVideo; undefined until it is requested. */
let answer: ((given: Answer) => void) | undefined;
/** The last request bodies, by call. */
const bodies: Record<string, unknown> = {};

beforeEach(() => {
  answer = undefined;
  vi.stubGlobal('fetch', async (input: string, { signal, body }: RequestInit = {}) => {
    const call = String(input).split('/').at(-1);
    if (call !== undefined && typeof body === 'string') bodies[call] = JSON.parse(body);
    if (call === 'health') return Response.json(health);
    if (call !== 'createVideo') return Response.json({ _id: 'video1', status: 'queued' });
    const given = await new Promise<Answer>((resolve, reject) => {
      answer = resolve;
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    return Response.json(given.body, { status: given.status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  closeAllNotices();
});

/** Waits for asynchronous updates. Lazy parts of the page load slowly the first time. */
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
      check();
    },
    { timeout: 20_000, interval: 1 },
  );

/** Presses DONE. @returns when the video is requested; `end` answers and waits for the outcome. */
async function pressDone(): Promise<{ end: (given: Answer) => Promise<void> }> {
  open([{ type: 'shape', shapeType: 'ellipse' }], { name: 'Summer' });
  const done = submit();
  await until(() => expect(answer).toBeDefined());
  const end = (given: Answer) =>
    act(async () => {
      answer?.(given);
      await done;
    });
  return { end };
}

const made: Answer = { status: 200, body: queued };
const home = () => navigate('/');
const another = () => openProject({ projectId: 'q', project: projectSchema.parse({ scenes: [{ id: 's' }] }) });
const said = () => notices.list.map(({ message }) => message);

describe('DONE', () => {
  it('opens the page of the video', async () => {
    const { end } = await pressDone();
    navigate('/studio/editor/timeline');
    await end(made);
    expect(location.pathname).toBe('/videos/video1');
    expect(said()).toEqual([]);
  });

  it('sends the fields of the specification and starts processing with the created record', async () => {
    const { end } = await pressDone();
    await end(made);
    expect(bodies.createVideo).toMatchObject({
      ...{ isStudio: true, isCreator: true, isMuted: false, videoType: 'mp4', duration: expect.any(Number) },
      ...{ isTrimmed: false, startTime: 0, endTime: expect.any(Number), quality: 'high', audio: null },
      ...{ watermark: false, withCustomWatermark: false, watermarkPos: 'top-left', watermarkText: '' },
      ...{ watermarkFont: 'Roboto', watermarkColor: 'white', watermarkImg: null, watermarkMedium: 'text' },
    });
    expect(bodies.createVideo).not.toHaveProperty('creator');
    await until(() => expect(bodies.triggerLambda).toEqual(queued));
  });

  it.each([
    ['the Studio was left', home, '/'],
    ['another project was opened', another, '/studio/editor'],
  ])('does not navigate when %s, but offers a link', async (_, leave, path) => {
    const { end } = await pressDone();
    await act(async () => leave());
    await end(made);
    expect(location.pathname).toBe(path);
    expect(said()).toEqual(['Your video is rendering.']);
    runNoticeAction(notices.list[0]?.id ?? 0);
    expect(location.pathname).toBe('/videos/video1');
  });

  it('reports an unexpected error without navigating when another project is open', async () => {
    const { end } = await pressDone();
    await act(async () => another());
    vi.stubGlobal('TextEncoder', undefined);
    await end(made);
    expect(location.pathname).toBe('/studio/editor');
    expect(said()).toEqual([messages.unknown]);
  });

  it.each([
    ['a failure of the service', { status: 500, body: { error: { code: 'internal', message: 'Broken.' } } }, '/'],
    ['an answer that does not come from the service', { status: 502, body: 'Bad gateway' }, '/'],
    ['a problem', { status: 422, body: { error: { code: 'invalid', message: 'No.' } } }, '/studio/editor'],
    ['a full disk', { status: 507, body: { error: { code: 'disk-full', message: 'Full.' } } }, '/studio/editor'],
  ] as const)('after %s navigates to %s', async (_, given, path) => {
    const { end } = await pressDone();
    await end(given);
    expect([location.pathname, submission.step, said().length]).toEqual([path, 'idle', 1]);
  });

  const long = { id: 'v', type: 'video', url: '/samples/media/numbers.mp4', width: 640, height: 360, duration: 1201 };
  const lost = { id: 'i', type: 'image', url: 'media/abc/holiday.jpg' };
  it.each([
    ['a GIF that is too long', { videoType: 'gif' }, { duration: 90, isImageVideo: true }, messages.gifTooLong],
    ['a video that is too long', {}, { layers: [long] }, messages.videoTooLong],
    ['a lost file', {}, { layers: [lost] }, 'holiday.jpg is no longer on this device. Add it again.'],
  ])('reports %s before anything is sent, and stays in the editor', async (_what, output, scene, sentence) => {
    const sent = vi.fn();
    vi.stubGlobal('fetch', sent);
    const words = { id: 't', type: 'text', text: 'Hello' };
    const project = projectSchema.parse({ ...output, scenes: [{ id: 's', layers: [words], ...scene }] });
    openProject({ projectId: 'p', project });
    await act(submit);
    expect([said(), location.pathname, submission.step]).toEqual([[sentence], '/studio/editor', 'idle']);
    expect(sent).not.toHaveBeenCalled();
  });

  it('keeps the project and offers an export in the browser when the server is unreachable', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    open([{ type: 'shape', shapeType: 'ellipse' }]);
    await act(submit);
    expect(said()).toEqual([
      'The server cannot be reached. The project is safe; you can also export it in this browser.',
    ]);
    expect([location.pathname, submission.step, selectedLayer()?.type]).toEqual(['/studio/editor', 'idle', 'shape']);
    runNoticeAction(notices.list[0]?.id ?? 0);
    expect(location.pathname).toBe('/studio/editor/export');
  });

  it('is off and sends nothing for an empty project, until a blank canvas is requested', async () => {
    const sent = vi.fn();
    vi.stubGlobal('fetch', sent);
    const project = projectSchema.parse({ scenes: [{ id: 's' }] });
    openProject({ projectId: 'p', project, showCanvas: false });
    await show(<DoneButton />);
    expect(button('DONE').disabled).toBe(true);
    await act(submit);
    expect([submission.step, sent.mock.calls]).toEqual(['idle', []]);
    await act(async () => openProject({ projectId: 'p', project, showCanvas: true }));
    expect(button('DONE').disabled).toBe(false);
  });

  it('shows the result type before it is pressed', async () => {
    open([{ type: 'shape', shapeType: 'ellipse' }], { isImage: true });
    await show(<DoneButton />);
    expect(place.textContent).toContain('PNG');
    const scenes = [{ id: 's', duration: 5, isImageVideo: true, layers: [{ id: 't', type: 'text' }] }];
    await act(async () => open([], { scenes, videoType: 'gif' }));
    expect(place.textContent).toContain('GIF, 5 s');
  });

  it('names the project being sent while another one is open, and moves the focus from Stop to DONE', async () => {
    // Loading these parts of the Studio takes longer on a busy machine than the page is waited for.
    await import('../../../ui/studio/soon.ts');
    await show(<DoneButton />);
    await pressDone();
    expect(button('Loading ...').getAttribute('aria-disabled')).toBe('true');
    await until(() => button('Stop'));
    expect(place.textContent).not.toContain('Summer');
    await act(async () => another());
    expect(place.textContent).toContain('Uploading “Summer”.');
    button('Stop').focus();
    await click('Stop');
    await until(() => expect(submission.step).toBe('idle'));
    expect(document.activeElement).toBe(button('DONE'));
    expect(said()).toEqual([]);
  });
});

describe('a GIF of a part of a video', () => {
  it('links back to the project of the video', async () => {
    const origin = { projectId: 'p', print: 'x' };
    keepOrigin('video', origin);
    const video = { ...queued, _id: 'video', width: 160, height: 90, duration: 100 };
    const making = makeGif(video, 25, { signal: new AbortController().signal });
    await until(() => expect(answer).toBeDefined());
    answer?.(made);
    expect((await making)._id).toBe('video1');
    expect(originOf('video1')).toEqual(origin);
  });
});
