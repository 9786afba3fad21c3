import { afterEach, expect, it, vi } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { pastedUrlFailed } from '../../../engine/project/pastedUrl.ts';
import { importLink } from '../../../ui/client/media/importLink.ts';

afterEach(() => vi.unstubAllGlobals());

const { signal } = new AbortController();
const link = 'https://example.org/clip.mp4';

/** Lets the service answer a link with a file of this type, which may have audio. */
function serve(mime: string, hasAudio: boolean): void {
  const common = { url: '/api/v1/files/a/clip', name: 'clip', size: 9, width: 8, height: 8, duration: 3, hasAudio };
  const kind = mime.startsWith('image/') ? 'image' : 'video';
  const answer = { ...common, mime, kind, animated: false, isGif: false, isImage: kind === 'image', soundUrl: null };
  vi.stubGlobal('fetch', async () => Response.json(answer));
}

it.each<[string, boolean, object, string]>([
  ['video/mp4', true, { imagesOnly: true }, messages.uploadNeedsImage],
  ['video/mp4', false, { audio: true }, messages.audioMissing],
])(
  'a pasted link to a file of the type %s, with audio: %s, is rejected for %o',
  async (mime, hasAudio, use, reason) => {
    serve(mime, hasAudio);
    await expect(importLink(link, signal, use)).rejects.toThrow(pastedUrlFailed(link, reason));
  },
);

it.each([
  ['image/png', false, { imagesOnly: true }],
  ['video/mp4', true, { audio: true }],
  ['video/mp4', false, {}],
])('a pasted link to a file of the type %s, with audio: %s, is accepted for %o', async (mime, hasAudio, use) => {
  serve(mime, hasAudio);
  const [media] = await importLink(link, signal, use);
  expect(media).toMatchObject({ url: '/api/v1/files/a/clip', source: 'pastedLink', pastedUrl: link });
});
