import { expect, it } from 'vitest';
import { textBody } from './support/projects.ts';
import { startService, untilFinal } from './support/service.ts';

it('nobody waits for all that another session asked for', async () => {
  const service = await startService({ workers: 1 });
  const [many, few] = [service.client(), service.client()];
  const asked = [];
  for (let i = 0; i < 8; i += 1) asked.push(await many.createVideo(textBody(`many ${i}`)));
  const own = await few.createVideo(textBody('few'));
  const done = await untilFinal(few, own._id);
  const others = await Promise.all(asked.map(({ _id }) => untilFinal(many, _id)));
  const before = others.filter(({ finishedAt }) => (finishedAt ?? '') < (done.finishedAt ?? ''));
  expect(before.length).toBeLessThanOrEqual(3);
});

it('a session has a bounded number of videos waiting, and is told so', async () => {
  const service = await startService({ workers: 0, maxOpen: 10 });
  const [many, few] = [service.client(), service.client()];
  await many.createVideo(textBody('the first'));
  // All at once: none may slip in while another is counted.
  const asked = await Promise.allSettled(Array.from({ length: 14 }, () => many.createVideo(textBody('waiting'))));
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(5);
  for (const reason of refused)
    expect(reason).toMatchObject({
      status: 429,
      message: '10 of your videos are waiting. Please try again when some are done.',
    });
  expect((await few.createVideo(textBody('another'))).status).toBe('queued');
});
