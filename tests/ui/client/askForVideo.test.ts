import { afterEach, expect, it, vi } from 'vitest';
import { askForVideo } from '../../../ui/client/renders/batch.ts';

/** Answers requests with these responses, in order. */
function answers(...given: Response[]) {
  const asked = vi.fn(async () => given.shift() ?? new Response('', { status: 500 }));
  vi.stubGlobal('fetch', asked);
  return asked;
}

function refusal(seconds: number, message: string): Response {
  const headers = { 'retry-after': String(seconds), 'content-type': 'application/json' };
  return new Response(JSON.stringify({ error: { code: 'quota', message } }), { status: 429, headers });
}

const ask = () => askForVideo({ isStudio: true }, new AbortController().signal);

afterEach(() => vi.unstubAllGlobals());

it('retries while the server is busy, but reports a daily limit immediately', async () => {
  const busy = answers(
    refusal(0, '2 of your videos are waiting.'),
    refusal(1, 'Too many requests.'),
    refusal(7200, 'No more today.'),
  );
  await expect(ask()).rejects.toThrow('No more today.');
  expect(busy).toHaveBeenCalledTimes(3);
});
