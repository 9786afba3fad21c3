import { expect } from 'vitest';
import type { TestService } from './service.ts';

/** A browser with its own cookie jar. */
export function newBrowser(at: Pick<TestService, 'call'>) {
  const jar = new Map<string, string>();
  return {
    jar,
    async call(method: string, where: string, body?: unknown, headers: Record<string, string> = {}) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await at.call(`/api/v1${where}`, {
        method,
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        // The secret itself may contain 1970.
        if (value === '' || /; (Max-Age=0|Expires=[^;]* 1970 )/.test(set)) jar.delete(name);
        else jar.set(name, value);
      }
      const text = await answer.text();
      return { status: answer.status, body: text ? JSON.parse(text) : undefined, headers: answer.headers };
    },
  };
}
export type Browser = ReturnType<typeof newBrowser>;

/** Uploads a video. @returns its URL. */
export async function uploadBy(own: Browser, clip: Uint8Array<ArrayBuffer>): Promise<string> {
  const { body } = await own.call('POST', '/upload/createResumableUpload', {
    files: [{ fileName: 'clip.mp4', fileType: 'video/mp4' }],
  });
  const { upload_uri, read_uri } = body.uris[0];
  expect((await fetch(upload_uri, { method: 'PUT', body: clip })).status).toBe(200);
  return new URL(read_uri).pathname;
}
