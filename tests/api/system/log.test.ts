import { expect, it } from 'vitest';
import { createLog, loggedAbout } from '../../../api/system/log.ts';
import { type SpanFacts, type SpanStart, setSpanAttributes, traced } from '../../../api/telemetry/spans.ts';
import { textBody } from '../support/projects.ts';
import { startService, untilFinal } from '../support/service.ts';

type Line = Record<string, unknown> & { msg: string };

it('the log has JSON lines about each video and request with their ids, but no addresses, names or secrets', async () => {
  const written: string[] = [];
  const write = (line: string) => void written.push(line);
  const service = await startService({ workers: 1, log: createLog({ format: 'json', level: 'debug', write }) });
  const lines = () => written.map((line) => JSON.parse(line) as Line);
  const client = service.client();
  const { _id } = await client.createVideo({ ...textBody('Words of mine', 0.2), name: 'Name of mine' });
  await untilFinal(client, _id);
  const asked = await service.call(`/api/v1/videos/${_id}?hidden=1`, { headers: { 'x-request-id': 'from-proxy.1' } });
  expect(asked.headers.get('x-request-id')).toBe('from-proxy.1');
  const own = await service.call('/api/v1/upload/resumable?upload_id=verysecret', {
    method: 'PUT',
    body: 'x',
    headers: { 'x-request-id': 'no good\tid' },
  });
  expect(own.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  await expect.poll(() => lines().filter(({ msg }) => msg === 'answered').length).toBeGreaterThan(3);
  const ofVideo = lines().filter(({ video }) => video === _id);
  expect(ofVideo.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['queued', 'rendered', 'answered']));
  expect(ofVideo.find(({ msg }) => msg === 'queued')).toMatchObject({ level: 'info', request: expect.any(String) });
  expect(ofVideo.find(({ msg }) => msg === 'rendered')).toMatchObject({ format: 'mp4', attempt: 1 });
  expect(ofVideo.find(({ request }) => request === 'from-proxy.1')).toMatchObject({ status: 200, level: 'debug' });
  expect(written.join('')).not.toMatch(/mine|hidden|verysecret/);
});

it('the log is readable in a terminal and redacts secrets in messages', () => {
  const written: string[] = [];
  const log = createLog({ write: (line) => void written.push(line) });
  log.debug('not told');
  log.info('ready', { port: 3000 });
  const error = new Error('connect postgres://me:pa55@w0rd@db/x with Bearer abc.def and ?X-Amz-Signature=123&x=1');
  loggedAbout({ video: 'v1' }, () => log.error(error, 'a worker failed'));
  expect(written[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z ready port=3000\n$/);
  expect(written[1]).toMatch(/^\S+ error: a worker failed video=v1: Error: connect postgres:\/\/me:\*\*\*@db\/x/);
  expect(written.join('')).not.toMatch(/pa55|w0rd|abc\.def|Signature=1/);
});

it('the log contains the trace id of the span that a line belongs to', async () => {
  const written: string[] = [];
  const log = createLog({ format: 'json', write: (line) => void written.push(line) });
  const begun: (SpanStart | SpanFacts | string)[] = [];
  const place = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true };
  const tell = (facts: SpanFacts | string) => void begun.push(facts);
  const begin = (start: SpanStart) => {
    begun.push(start);
    return { place, addFacts: tell, fail: tell, end: () => tell('end') };
  };
  await traced({ begin, stop: async () => undefined }, { name: 'work' }, async () => {
    await loggedAbout({ video: 'v1' }, async () => log.info('inside'));
    setSpanAttributes({ told: 1 });
    throw Object.assign(new TypeError('Words of mine'), { code: 'mine is no code' });
  }).catch(() => undefined);
  log.info('outside');
  const [inside, outside] = written.map((line) => JSON.parse(line) as Line);
  expect(inside).toMatchObject({ video: 'v1', trace_id: place.traceId, span_id: place.spanId });
  expect(Object.keys(outside ?? {})).not.toContain('trace_id');
  expect(begun).toEqual([{ name: 'work' }, { told: 1 }, 'TypeError', 'end']);
});
