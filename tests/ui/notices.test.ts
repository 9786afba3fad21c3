import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/contract/errors.ts';
import {
  closeAllNotices,
  closeNotice,
  NOTICE_MS,
  notices,
  runNoticeAction,
  showError,
  showFailure,
  showNote,
} from '../../ui/state/notices.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  closeAllNotices();
  vi.useRealTimers();
});

const shown = () => notices.list.map((notice) => notice.message);
const firstId = () => notices.list[0]?.id ?? -1;

describe('the error snackbar', () => {
  it('has the default message, and hides itself after 10 s', () => {
    showError();
    expect(shown()).toEqual(['An error occurred. Please try again later.']);
    vi.advanceTimersByTime(9_999);
    expect(shown()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('closes by its button', () => {
    showError('Broken.');
    closeNotice(firstId());
    expect(shown()).toEqual([]);
  });

  it('shows the service’s own sentence, and the default one for anything else', () => {
    showFailure(new ApiError(413, 'too-large', 'Your content must be under 300MB'));
    showFailure(new TypeError('x is not a function'));
    expect(shown()).toEqual(['Your content must be under 300MB', 'An error occurred. Please try again later.']);
  });

  it('shows the same sentence once, with its time begun anew', () => {
    showError('Broken.');
    vi.advanceTimersByTime(8_000);
    showError('Broken.');
    vi.advanceTimersByTime(8_000);
    expect(shown()).toEqual(['Broken.']);
  });
});

describe('a note with an action', () => {
  it('does what it stands for once it is gone', () => {
    const onGone = vi.fn();
    showNote('Render deleted.', { action: { label: 'Undo', run: () => undefined }, onGone });
    vi.advanceTimersByTime(NOTICE_MS);
    expect(onGone).toHaveBeenCalledOnce();
  });

  it('does not when its action was used', () => {
    const onGone = vi.fn();
    const run = vi.fn();
    showNote('Render deleted.', { action: { label: 'Undo', run }, onGone });
    runNoticeAction(firstId());
    vi.advanceTimersByTime(NOTICE_MS);
    expect(run).toHaveBeenCalledOnce();
    expect(onGone).not.toHaveBeenCalled();
  });

  it('does at once when the page is left', () => {
    const onGone = vi.fn();
    showNote('Render deleted.', { onGone });
    closeAllNotices();
    expect(onGone).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(NOTICE_MS);
    expect(onGone).toHaveBeenCalledOnce();
  });
});
