import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/contract/errors.ts';
import { freeSpot, Notices } from '../../../ui/app/Notices.tsx';
import { place } from '../../../ui/app/place.ts';
import {
  closeAllNotices,
  closeNotice,
  holdNotice,
  NOTICE_MS,
  notices,
  releaseNotice,
  runNoticeAction,
  showError,
  showFailure,
  showNote,
} from '../../../ui/client/page/notices.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  closeAllNotices();
  vi.useRealTimers();
});

const shown = () => notices.list.map((notice) => notice.message);
const firstId = () => notices.list[0]?.id ?? -1;

describe('the error snackbar', () => {
  it('shows the default message and hides after 10 s', () => {
    showError();
    expect(shown()).toEqual(['An error occurred. Please try again later.']);
    vi.advanceTimersByTime(9_999);
    expect(shown()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('closes with its button', () => {
    showError('Broken.');
    closeNotice(firstId());
    expect(shown()).toEqual([]);
  });

  it('shows messages of the service, and the default message for any other error', () => {
    showFailure(new ApiError(413, 'too-large', 'Your content must be under 300MB'));
    showFailure(new TypeError('x is not a function'));
    expect(shown()).toEqual(['Your content must be under 300MB', 'An error occurred. Please try again later.']);
  });

  it('shows a repeated message once and restarts its timer', () => {
    showError('Broken.');
    vi.advanceTimersByTime(8_000);
    showError('Broken.');
    vi.advanceTimersByTime(8_000);
    expect(shown()).toEqual(['Broken.']);
  });
});

describe('a note with an action', () => {
  it('runs its callback after it disappears', () => {
    const onGone = vi.fn();
    showNote('Render deleted.', { action: { label: 'Undo', run: () => undefined }, onGone });
    vi.advanceTimersByTime(NOTICE_MS);
    expect(onGone).toHaveBeenCalledOnce();
  });

  it('skips the callback if its action was used', () => {
    const onGone = vi.fn();
    const run = vi.fn();
    showNote('Render deleted.', { action: { label: 'Undo', run }, onGone });
    runNoticeAction(firstId());
    vi.advanceTimersByTime(NOTICE_MS);
    expect(run).toHaveBeenCalledOnce();
    expect(onGone).not.toHaveBeenCalled();
  });

  it('runs the callback immediately when the page is left', () => {
    const onGone = vi.fn();
    showNote('Render deleted.', { onGone });
    closeAllNotices();
    expect(onGone).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(NOTICE_MS);
    expect(onGone).toHaveBeenCalledOnce();
  });
});

describe('several notices', () => {
  it('wait below the newest notice and restart their timers when they become visible', () => {
    showError('First.');
    vi.advanceTimersByTime(8_000);
    showError('Second.');
    vi.advanceTimersByTime(NOTICE_MS);
    expect(shown()).toEqual(['First.']);
    vi.advanceTimersByTime(NOTICE_MS - 1);
    expect(shown()).toEqual(['First.']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('drop plain notes, keep notes with an action, and number at most three', () => {
    const action = { label: 'Undo', run: () => undefined };
    const onGone = vi.fn();
    showNote('Copied.');
    showNote('Deleted.', { action, onGone });
    expect(shown()).toEqual(['Deleted.']);
    showNote('The video is not visible here.', { waits: true });
    showNote('Copied.');
    showNote('Copied again.');
    expect(shown()).toEqual(['Deleted.', 'The video is not visible here.', 'Copied again.']);
    closeNotice(notices.list.at(-1)?.id ?? -1);
    closeNotice(notices.list.at(-1)?.id ?? -1);
    for (const name of ['a', 'b', 'c']) showError(`${name} cannot be used.`);
    expect([shown(), onGone.mock.calls.length]).toEqual([['a', 'b', 'c'].map((name) => `${name} cannot be used.`), 1]);
    closeNotice(notices.list.at(-1)?.id ?? -1);
    expect(shown().at(-1)).toBe('b cannot be used.');
  });

  it('appear one at a time', async () => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    showError('First.');
    showError('Second.');
    await act(async () => root.render(createElement(Notices)));
    const texts = () => [...place.querySelectorAll('[role="alert"] p')].map((one) => one.textContent);
    expect(texts()).toEqual(['Second.']);
    await act(async () => place.querySelector('button')?.click());
    expect(texts()).toEqual(['First.']);
    await act(async () => root.unmount());
  });
});

describe('the place of a notice', () => {
  const size = { width: 300, height: 40 };
  const room = { left: 16, top: 16, width: 1408, height: 868 };
  const bar = { left: 0, top: 780, width: 1440, height: 120 };

  it('is at the bottom center, above other controls', () => {
    expect(freeSpot(size, room, [])).toEqual({ left: 570, top: 844 });
    expect(freeSpot(size, room, [bar])).toEqual({ left: 570, top: 732 });
  });

  it('moves to a side when the center is occupied', () => {
    const seeker = { left: 500, top: 740, width: 440, height: 40 };
    expect(freeSpot(size, room, [bar, seeker])).toEqual({ left: 1124, top: 732 });
    const zoom = { left: 1380, top: 740, width: 40, height: 40 };
    expect(freeSpot(size, room, [zoom, bar, seeker])).toEqual({ left: 16, top: 732 });
  });

  it('covers as little as possible when every place is occupied', () => {
    const all = { left: 0, top: 0, width: 1440, height: 900 };
    const buttons = [0, 1, 2].map((index) => ({ left: 0, top: 600 + 100 * index, width: 1440, height: 80 }));
    expect(freeSpot(size, room, [all, ...buttons])).toEqual({ left: 570, top: 552 });
  });
});

describe('a notice', () => {
  it('stays while hovered or focused, then hides after 10 s', () => {
    showError('Broken.');
    const id = firstId();
    holdNotice(id, 'pointer');
    holdNotice(id, 'focus');
    vi.advanceTimersByTime(3 * NOTICE_MS);
    releaseNotice(id, 'pointer');
    vi.advanceTimersByTime(3 * NOTICE_MS);
    expect(shown()).toEqual(['Broken.']);
    releaseNotice(id, 'focus');
    vi.advanceTimersByTime(NOTICE_MS - 1);
    expect(shown()).toEqual(['Broken.']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('stays with its only action until that is used, the notice is closed or the page is left', async () => {
    const action = { label: 'Apply to all', run: vi.fn() };
    const show = () => showNote('One file at a time.', { action, stays: true });
    show();
    vi.advanceTimersByTime(9 * NOTICE_MS);
    runNoticeAction(firstId());
    expect([action.run.mock.calls.length, shown()]).toEqual([1, []]);
    show();
    closeNotice(firstId());
    expect(shown()).toEqual([]);
    show();
    place.path = '/elsewhere';
    await Promise.resolve();
    expect(shown()).toHaveLength(1);
    vi.advanceTimersByTime(NOTICE_MS);
    expect(shown()).toEqual([]);
    show();
    vi.advanceTimersByTime(NOTICE_MS);
    place.path = '/';
    await Promise.resolve();
    expect(shown()).toEqual([]);
  });
});
