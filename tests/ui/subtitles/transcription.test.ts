import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TRANSCRIPTION_POLL_MS } from '../../../api/contract/transcription.ts';
import { speechMessages } from '../../../engine/project/speechMessages.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { notices } from '../../../ui/client/page/notices.ts';
import { type TranscriptionRequest, transcribe, transcription } from '../../../ui/client/subtitles/transcription.ts';

const heard: Cue[] = [{ id: 'a', text: 'Said by the video', startTime: 1, endTime: 2 }];
const answer = (done: boolean, subtitles: readonly Cue[] = []) => {
  const progress = { downloaded: true, extracted: true, conformed: true, speech: 0.42, done };
  return { success: true, response: { done, subtitles, progress } };
};

/** Answers to status requests, in order, the last one repeated; undefined drops the connection. */
let answers: (object | undefined)[] = [];
/** Times of the status requests, milliseconds. */
let asked: number[] = [];
let canceled = 0;
let isStarting = true;

beforeEach(() => {
  vi.useFakeTimers();
  [answers, asked, canceled, isStarting] = [[], [], 0, true];
  notices.list = [];
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (_input: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') {
      if (!isStarting) throw new TypeError('Failed to fetch');
      return Response.json({ success: true, transcriptionId: 'one' }, { status: 201 });
    }
    if (method === 'DELETE') {
      canceled += 1;
      return Response.json(answer(false));
    }
    asked.push(Date.now());
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (!next) throw new TypeError('Failed to fetch');
    return Response.json(next);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const said = () => notices.list.map(({ message }) => message);

/** Transcribes a sample until it ends. @returns whether it succeeded, and the resulting cues. */
async function run(more: Partial<TranscriptionRequest> = {}) {
  let cues: readonly Cue[] = [];
  const noted: (string | undefined)[] = [];
  const running = transcribe({
    ...{ of: 'subtitles', source: { url: '/samples/media/numbers.mp4' }, languageCode: 'en-US' },
    note: ({ transcriptionId }) => noted.push(transcriptionId),
    land: (edit) => {
      cues = edit(cues);
    },
    ...more,
  });
  let isRunning = true;
  void running.then(() => {
    isRunning = false;
  });
  // No longer than that: messages disappear with time.
  while (isRunning) await vi.advanceTimersByTimeAsync(100);
  return { hasSucceeded: await running, cues, noted };
}

it('polls every three seconds, fails after three errors in a row, and then cancels on the server', async () => {
  // Two errors are forgotten after a successful answer.
  answers = [undefined, undefined, answer(false), undefined];
  expect(await run()).toEqual({ hasSucceeded: false, cues: [], noted: ['one', undefined] });
  const waits = asked.slice(1).map((time, index) => time - (asked[index] as number));
  expect(waits).toEqual(Array(5).fill(TRANSCRIPTION_POLL_MS));
  expect([said(), canceled, transcription.of]).toEqual([[speechMessages.failed], 1, '']);
});

it('adds the subtitles, and reports a video without speech and a server that does not start', async () => {
  answers = [answer(false), answer(true, heard)];
  expect(await run()).toEqual({ hasSucceeded: true, cues: heard, noted: ['one', undefined] });
  answers = [answer(true)];
  expect((await run()).hasSucceeded).toBe(false);
  isStarting = false;
  expect(await run()).toEqual({ hasSucceeded: false, cues: [], noted: [] });
  expect([said(), canceled]).toEqual([[speechMessages.noSpeech, speechMessages.notStarted], 0]);
});

it('discards subtitles that are no longer needed, and cancels on the server', async () => {
  answers = [answer(true, heard)];
  expect(await run({ isStillNeeded: () => false })).toMatchObject({ hasSucceeded: false, cues: [] });
  expect([said(), canceled]).toEqual([[], 1]);
});
