import { expect, it, onTestFinished } from 'vitest';
import { newBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/files.ts';
import { openService } from '../support/service.ts';

it('a page learns when its account was deleted elsewhere, but not when it was only signed out', async () => {
  const service = await openService({ dataDir: await temporaryFolder() });
  onTestFinished(() => service.app.close());
  const form = { email: 'ada@example.org', password: 'correct horse battery' };
  const [own, elsewhere] = [newBrowser(service), newBrowser(service)];
  const { id } = (await own.call('POST', '/account/sign-up', form)).body.user;
  const asked = async (account?: string) => {
    const { status, body } = await own.call(
      'GET',
      '/projects',
      undefined,
      account ? { 'cutroom-account': account } : {},
    );
    return [status, body.error?.code];
  };
  await own.call('POST', '/account/sign-out');
  expect(await asked(id)).toEqual([401, 'signed-out']);
  await elsewhere.call('POST', '/account/sign-in', form);
  expect((await elsewhere.call('DELETE', '/account', { password: form.password })).status).toBe(200);
  expect(await asked(id)).toEqual([410, 'gone']);
  expect(await asked()).toEqual([401, 'signed-out']);
});
