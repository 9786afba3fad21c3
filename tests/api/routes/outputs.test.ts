import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../../api/renderer/media/probe.ts';
import { compileBody } from '../../../api/sources/compileBody.ts';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { type Problem, problem } from '../../../engine/project/problems.ts';
import { asCurl } from '../../../engine/tools/asCurl.ts';
import { makeLongVideo, toolCatalogue } from '../../support/toolCatalogue.ts';
import { makePicture, makeVideo, temporaryFolder } from '../support/files.ts';
import { textBody } from '../support/projects.ts';
import { startService, type TestService, untilFinal, upload } from '../support/service.ts';

describe('outputs', () => {
  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    service = await startService({});
    folder = await temporaryFolder();
  });

  afterAll(async () => {
    await service?.app.close();
    expect(service.errors).toEqual([]);
  });

  it('include GIFs and images', async () => {
    const client = service.client();
    const gif = await untilFinal(client, (await client.createVideo({ ...textBody(), videoType: 'gif' }))._id);
    expect(gif).toMatchObject({ status: 'done', mime: 'image/gif' });
    const png = await untilFinal(client, (await client.createVideo({ ...textBody(), isImage: true }))._id);
    expect(png).toMatchObject({ status: 'done', mime: 'image/png', duration: 0, poster: null });
    const jpeg = await untilFinal(
      client,
      (await client.createVideo({ ...textBody(), isImage: true, name: 'cover.jpg' }))._id,
    );
    expect(jpeg).toMatchObject({ status: 'done', mime: 'image/jpeg' });
  });

  it('fill template fields from merge values, and name an invalid value', async () => {
    const box = { id: 'b', type: 'shape', shapeType: 'rectangle', fieldNames: { color: 'Ink' } };
    const layers = [{ id: 't', type: 'text', text: 'Hi {{who}}' }, box];
    const body = { isStudio: true, isImage: true, scenes: [{ id: 's', layers }] };
    const known = { media: new Map(), peaks: new Map() };
    const merged = compileBody({ ...body, merge: { Ink: '#e62828', who: 'Ada {{Ink}}' } }, known);
    expect(merged).toMatchObject({
      value: { scenes: [{ layers: [{ text: 'Hi Ada {{Ink}}' }, { background: '#e62828' }] }] },
    });
    const refused = service.client().createVideo({ ...body, merge: { Ink: 'inky' } });
    await expect(refused).rejects.toMatchObject({
      problems: [{ pointer: '/merge/Ink', message: '"Ink" must be a color such as "#5969e2".' }],
    });
  });

  it('fill a media field if the file fits its layer, and report a wrong or missing file', async () => {
    const song = { id: 'a', type: 'audio', url: '/before.mp3', fieldNames: { content: 'Song' } };
    const body = { isStudio: true, scenes: [{ id: 's', layers: [song] }], merge: { Song: '/file' } };
    const facts = { kind: 'video', width: 96, height: 64, duration: 3, hasAudio: true, animated: false } as const;
    const filled = (found: Partial<MediaFacts> | Problem) => {
      expect(compileBody(body, { media: new Map(), peaks: new Map() })).toMatchObject({ missing: { find: ['/file'] } });
      const known = 'code' in found ? found : { url: '/file', facts: { ...facts, ...found } };
      return compileBody(body, {
        media: new Map([
          ['/file', known],
          ['/before.mp3', known],
        ]),
        peaks: new Map(),
      });
    };
    expect(filled({})).toMatchObject({
      value: { scenes: [{ layers: [{ type: 'audio', url: '/file', duration: 3 }] }] },
    });
    expect(filled({ kind: 'image', hasAudio: false })).toMatchObject({
      problems: [{ code: 'media.kind', pointer: '/merge/Song', message: '"/file" has no audio.' }],
    });
    expect(filled(problem('media.refused', [], 'Not this one.'))).toMatchObject({
      problems: [{ code: 'media.refused', pointer: '/merge/Song', message: 'Not this one.' }],
    });
  });

  it.each([
    [{ type: 'video', container: 'webm' }, 'video/webm', 'webm'],
    [{ type: 'image', format: 'webp', at: 0.2 }, 'image/webp', 'webp'],
    [{ type: 'audio', format: 'opus' }, 'audio/ogg', 'opus'],
  ])('have the requested format: %o', async (output, mime, ending) => {
    const client = service.client();
    const done = await untilFinal(client, (await client.createVideo({ ...textBody(), name: 'Mine', output }))._id);
    expect(done).toMatchObject({ status: 'done', mime, poster: ending === 'webm' ? expect.any(String) : null });
    const file = await client.download(`${done.url}?download=1`);
    expect(file.headers.get('content-type')).toBe(mime);
    expect(file.headers.get('content-disposition')).toContain(`Mine.${ending}`);
  });

  it('keep the transparency of a tool’s video, or have a note', async () => {
    const client = service.client();
    const file = path.join(folder, 'clear.webm');
    const source = "color=red:s=32x32:r=10:d=0.3,format=rgba,geq=r=220:g=30:b=30:a='if(gt(X,15),255,0)'";
    const encoding = ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'];
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...encoding, file]);
    const { url, ...facts } = await upload(client, file, 'video/webm');
    expect(facts).toMatchObject({ hasAlpha: true });
    const converted = async (convertOption: string) => {
      const body = { isConvertVideo: true, sourceVideo: url, convertOption };
      const done = await untilFinal(client, (await client.createVideo(body))._id);
      expect(done.status).toBe('done');
      const out = path.join(folder, `clear.${convertOption}`);
      await writeFile(out, new Uint8Array(await (await client.download(done.url ?? '')).arrayBuffer()));
      return { notes: done.notes, hasAlpha: (await probeFile(out)).hasAlpha };
    };
    for (const format of ['webm', 'mov']) expect(await converted(format)).toEqual({ notes: [], hasAlpha: true });
    const note = expect.stringMatching(/^MP4 cannot be transparent: the transparent parts of “.+” are filled\.$/);
    expect(await converted('mp4')).toEqual({ notes: [note], hasAlpha: false });
  });

  it('cut silences from a video with subtitles, which stay in sync', async () => {
    const client = service.client();
    const file = path.join(folder, 'pauses.mp4');
    await makeVideo(file, 4, '96x64', "volume='if(between(t,1,3),0,1)':eval=frame");
    const { url } = await upload(client, file, 'video/mp4');
    const said = [
      { type: 'subtitle', id: 'a', text: 'One', startTime: 0.5, endTime: 1 },
      { type: 'subtitle', id: 'b', text: 'Two', startTime: 3.25, endTime: 4 },
    ];
    const layers = [{ type: 'video', url }, ...said];
    const body = { isSubtitleVideo: true, removeSilences: true, softSubtitles: true, layers };
    const { _id } = await client.createVideo(body);
    const done = await untilFinal(client, _id);
    expect(done).toMatchObject({ status: 'done', mime: 'video/mp4' });
    // A tenth of a second of silence stays at each end.
    expect(done.duration).toBeCloseTo(2.2, 1);
    const result = path.join(folder, 'spoken.mp4');
    await writeFile(result, new Uint8Array(await (await client.download(done.url as string)).arrayBuffer()));
    const read = ['-v', 'error', '-i', result, '-map', '0:s', '-f', 'srt', '-'];
    expect(execFileSync('ffmpeg', read, { encoding: 'utf8' })).toMatch(
      /^1\n00:00:00,500 --> 00:00:01,000\nOne\n\n2\n00:00:01,4\d\d --> 00:00:02,[12]\d\d\nTwo\n/,
    );
  });

  it('report characters that no font has', async () => {
    const client = service.client();
    const { _id, notes } = await client.createVideo({ ...textBody('Saba \u{10a60}'), isImage: true });
    expect(notes).toEqual([]);
    const said = 'No font here supports “\u{10a60}”; boxes are shown instead.';
    expect(await untilFinal(client, _id)).toMatchObject({ status: 'done', notes: [said] });
  });

  it('load the image of a watermark, and report a missing one', async () => {
    const client = service.client();
    const { url } = await upload(client, await makePicture(path.join(folder, 'mark.png')), 'image/png');
    const body = { ...textBody(), isImage: true, watermark: true, watermarkMedium: 'image' };
    await expect(client.createVideo({ ...body, watermarkImg: 'lost.png' })).rejects.toMatchObject({
      status: 422,
      problems: [{ code: 'media.missing', pointer: '/watermarkImg' }],
    });
    const marked = await client.createVideo({ ...body, watermarkImg: url });
    expect(await untilFinal(client, marked._id)).toMatchObject({ status: 'done', error: null });
  });

  it('are rejected for a tool with the specified messages', async () => {
    const client = service.client();
    const clip = await upload(client, await makeVideo(path.join(folder, 'clip.mp4')), 'video/mp4');
    const long = await upload(client, makeLongVideo(folder), 'video/mp4');
    for (const { body, says } of toolCatalogue(clip.url, long.url))
      await expect(client.createVideo(body), says).rejects.toMatchObject({ status: 422, message: says });
  });

  it('can be requested by the generated curl command, which uploads a file of any name', async () => {
    const name = "-it's a [1] 🎬.mp4";
    await makeVideo(path.join(folder, name));
    const body = { isLooped: true, sourceVideo: 'draft:1', numLoops: 3, name: "it's \n“looped”", done: false };
    const script = asCurl(body, service.origin, [{ url: 'draft:1', name, type: 'video/mp4' }]);
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], { cwd: folder });
    const { _id } = JSON.parse(stdout);
    const done = await untilFinal(service.client(), _id);
    expect(done).toMatchObject({ status: 'done', name: body.name, duration: expect.closeTo(6, 0) });
  });
});
