import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Overview } from '../../../api/contract/operator.ts';
import { signOut } from '../../../ui/client/account/operator.ts';
import { Operator } from '../../../ui/pages/operator/Operator.tsx';
import { eventually } from '../../support/eventually.ts';
import { button, click, freshScreen, place, show } from '../studioScreen.ts';

freshScreen();
afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

const at = new Date().toISOString();
const failed = (id: string, code: string) => ({ id, code, message: `It failed: ${code}.`, attempt: 2, finishedAt: at });
const troubled: Overview = {
  at,
  queues: [
    { queue: 'render', state: 'waiting', count: 4, oldest: 75 },
    { queue: 'render', state: 'running', count: 3, oldest: 8 },
    { queue: 'render', state: 'dead', count: 1, oldest: 9 },
    { queue: 'segment', state: 'running', count: 2, oldest: 1 },
  ],
  workers: [{ name: 'host-1', role: 'worker', startedAt: at, videos: 0, silentFor: 2, work: [] }],
  failureCounts: [
    { code: 'internal', count: 2, isRetriable: true },
    { code: 'unreadable', count: 1, isRetriable: false },
  ],
  failures: [failed('one', 'internal'), failed('two', 'internal'), failed('mine', 'unreadable')],
  deadLetters: [{ queue: 'render', video: 'one', segment: null, at, status: 'failed' }],
  storage: [{ kind: 'kit', count: 2, bytes: 5 }],
};

it('admits an operator with the token, lists failures, retries one or all and reports the outcome', async () => {
  const asked: [path: string, body: unknown][] = [];
  let overview = troubled;
  vi.stubGlobal('fetch', async (input: RequestInfo, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (new Headers(headers).get('authorization') !== 'Bearer right')
      return Response.json(
        { error: { code: 'forbidden', message: 'Only the operator of this server can do this.' } },
        { status: 403 },
      );
    const path = String(input).replace('/api/v1/operator/', '');
    if (method === 'GET') return Response.json(overview);
    asked.push([path, JSON.parse(String(body))]);
    if (path !== 'videos/retry') return Response.json({ _id: 'one', isRetried: true, status: 'queued' });
    if (asked.length < 3) return Response.json({ retried: 100, left: 1 });
    overview = { ...troubled, failureCounts: [], failures: [], deadLetters: [] };
    return Response.json({ retried: 1, left: 0 });
  });
  await show(<Operator />);
  const says = (text: string) => eventually(() => expect(place.textContent).toContain(text));
  const enter = async (token: string) => {
    const field = place.querySelector<HTMLInputElement>('input[type=password]');
    if (field) field.value = token;
    await act(async () => place.querySelector('form')?.requestSubmit());
  };
  await enter('wrong');
  await says('Only the operator of this server can do this.');
  expect(place.textContent).not.toContain('Queues');
  await enter('right');
  await says('It failed: internal.');
  await says('2 templates and brand items');
  const rows = [...place.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Videos', '4', '3', '1', '1:15'],
      ['Segments', '0', '2', '0', '–'],
    ]),
  );
  expect([...place.querySelectorAll('button')].filter((one) => one.textContent === 'Try again')).toHaveLength(2);
  await click('Try one again');
  await says('The video is in the queue again.');
  await click('Retry all (2)');
  await says('101 videos are in the queue again.');
  await says('Nothing failed.');
  await says('No dead letters.');
  const all = ['videos/retry', { failedBefore: at }];
  expect(asked).toEqual([['videos/one/retry', { attempt: 2 }], all, all]);
  await click('Remove token');
  expect(button('Show')).toBeTruthy();
});
