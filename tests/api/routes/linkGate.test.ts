import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLinkGate } from '../../../api/routes/linkGate.ts';
import type { Service } from '../../../api/service/service.ts';

it('one address may have four requests that fetch links at a time, each for any number of links', async () => {
  const links = { accept: async (url: string) => delay(20, { media: url }) };
  const serviceOf = createLinkGate({ links } as unknown as Service);
  const fetchAll = (ip: string) => {
    const { accept } = serviceOf({ ip } as never).links;
    const all = ['a', 'b', 'c', 'd'].map((url) =>
      accept(url, { owner: 'o', party: 'o' }, new AbortController().signal),
    );
    return Promise.all(all).then(
      () => 'fetched',
      (error: Error) => error.message,
    );
  };
  const ips = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'];
  const ended = await Promise.all(ips.map(fetchAll));
  expect(ended.map((end) => end === 'fetched')).toEqual([true, true, true, true, false, true]);
  expect(ended[4]).toContain('Too many links are loading.');
  expect(await fetchAll('192.0.2.1')).toBe('fetched');
});
