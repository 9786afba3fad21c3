import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach } from 'vitest';
import type { ExtractedMedia } from '../../../api/contract/extract.ts';
import { SESSION_COOKIE } from '../../../api/contract/http.ts';
import { afterFile } from '../../support/afterFile.ts';
import { startWebsite, type Website } from '../../support/website.ts';
import { makePicture, makeTone, makeVideo, temporaryFolder } from './files.ts';
import { startService, type TestService } from './service.ts';

/** The default session. */
export const usualSession = 'a'.repeat(22);

/** A service that may access a website on this machine with a clip, a tone and an image. */
export interface LinkLab {
  service: TestService;
  site: Website;
  clip: Buffer;
  tone: Buffer;
  picture: Buffer;
}

/** Starts the lab before the tests of a file. */
export function openLinkLab() {
  const lab = {} as LinkLab;
  beforeAll(async () => {
    const folder = await temporaryFolder();
    const files = [
      await makeVideo(path.join(folder, 'clip.mp4')),
      await makeTone(path.join(folder, 'tone.mp3')),
      await makePicture(path.join(folder, 'picture.png')),
    ];
    const [clip, tone, picture] = (await Promise.all(files.map((file) => readFile(file)))) as [Buffer, Buffer, Buffer];
    const site = await startWebsite();
    afterFile(() => site.close());
    const service = await startService({
      workers: 0,
      rateLimit: { all: 6000, creates: 600, links: 600 },
      links: { hosts: [site.host], timeouts: { headMs: 700, wholeMs: 4000, stallMs: 300, leastBytes: 2000 } },
    });
    site.file('/clip.mp4', clip, 'video/mp4');
    site.file('/tone.mp3', tone, 'audio/mpeg');
    site.file('/picture.png', picture, 'image/png');
    Object.assign(lab, { service, site, clip, tone, picture });
  });
  beforeEach(() => {
    lab.site.asked.length = 0;
  });
  let count = 0;
  return {
    lab,
    /** Pastes a link. */
    async extract(url: string, { session = usualSession, signal }: { session?: string; signal?: AbortSignal } = {}) {
      const answer = await lab.service.call('/api/v1/extract', {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `${SESSION_COOKIE}=${session}` },
        body: JSON.stringify({ url }),
        ...(signal ? { signal } : {}),
      });
      const body = (await answer.json()) as ExtractedMedia & { error?: { code: string; message: string } };
      return { status: answer.status, body, refusal: body.error?.message };
    },
    /** A link to a file of the website that was not requested before. */
    fresh: (file: string) => `${lab.site.origin}/${file}?${count++}`,
    /** A path of the website that was not requested before. */
    newPath: () => `/new${count++}`,
    /** Number of uploads with files. */
    folders: async () => (await readdir(path.join(lab.service.dataDir, 'uploads'))).length,
  };
}

/** The bytes at a URL. */
export async function bytesAt(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}
