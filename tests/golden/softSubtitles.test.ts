import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { planRender } from '../../api/renderer/job/planRender.ts';
import { type RenderResult, renderProject } from '../../api/renderer/job/render.ts';
import { readCues } from '../../engine/edit/cueFile.ts';
import { compileToolBody } from '../../engine/tools/body.ts';
import { framesOf, locally, numbersIn, openRenderLab, projectOf } from '../support/renderLab.ts';

// Ten seconds at 30 frames a second; frame n shows n.
const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('soft');
afterAll(lab.close);

const facts = { kind: 'video', width: 640, height: 360, duration: 10, hasAudio: true, animated: false } as const;
const odd = 'C:\\new {\\an8} <i>plain</i> & {all}\n-> مرحبا 中文 नमस्ते 👩‍🚒';
const cues = [
  { text: odd, startTime: 0.25, endTime: 1.5 },
  { text: 'At once', startTime: 2, endTime: 4 },
  { text: 'with this', startTime: 3, endTime: 3.5 },
  { text: 'Beyond the end', startTime: 9.5, endTime: 12 },
];

function made(more: object, videoType = 'mp4') {
  const body = {
    isSubtitleVideo: true,
    sourceVideo: numbers,
    subtitles: cues,
    softSubtitles: true,
    videoType,
    ...more,
  };
  const compiled = compileToolBody(body, new Map([[numbers, facts]]));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  // Square results are encoded; small ones are faster.
  return 'subtitleVideoRatio' in more ? { ...compiled.value, width: 160, height: 160 } : compiled.value;
}

let count = 0;
async function rendered(more: object = {}, videoType = 'mp4', cacheDir?: string): Promise<RenderResult> {
  count += 1;
  return renderProject(made(more, videoType), {
    out: join(lab.temp, `soft-${count}.${videoType}`),
    ...locally,
    cacheDir,
  });
}

const ffprobe = (file: string, entries: string) =>
  execFileSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', file], {
    encoding: 'utf8',
  }).trim();

/** Texts and times of a subtitle track, read from its packets. */
function shownIn(file: string): { text: string; startTime: number; endTime: number }[] {
  const args = ['-v', 'error', '-select_streams', 's:0', '-show_packets', '-show_data', '-of', 'json', file];
  const { packets } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })) as {
    packets: { pts_time: string; duration_time: string; data: string }[];
  };
  return packets.flatMap(({ pts_time, duration_time, data }) => {
    const hex = [...data.matchAll(/^[0-9a-f]{8}: ([0-9a-f ]{39,40})/gm)]
      .map(([, row = '']) => row.replaceAll(' ', ''))
      .join('');
    const bytes = Buffer.from(hex, 'hex');
    const text = bytes.subarray(2, 2 + bytes.readUInt16BE(0)).toString('utf8');
    const startTime = Number(pts_time);
    const endTime = Math.round((startTime + Number(duration_time)) * 1000) / 1000;
    return text === '' ? [] : [{ text, startTime, endTime }];
  });
}

const apart = [
  cues[0],
  { text: 'At once', startTime: 2, endTime: 3 },
  { text: 'At once\nwith this', startTime: 3, endTime: 3.5 },
  { text: 'At once', startTime: 3.5, endTime: 4 },
  { text: 'Beyond the end', startTime: 9.5, endTime: 10 },
];

describe('a subtitle track', () => {
  it('accompanies copied video with unchanged texts and times, and merges simultaneous cues', async () => {
    const { path, way } = await rendered({ languageCode: 'ar-EG' });
    expect(way).toBe('copy');
    expect(ffprobe(path, 'stream=codec_name,codec_type:stream_tags=language')).toBe(
      'h264,video,und\naac,audio,und\nmov_text,subtitle,ara',
    );
    expect(shownIn(path)).toEqual(apart);
    expect(numbersIn(path)).toEqual(Array.from({ length: 300 }, (_, i) => i));
    const extracted = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-'], { encoding: 'utf8' });
    expect(extracted).toMatch(/00:00:03,000 --> 00:00:03,500\nAt once\r?\nwith this\n/);
  });

  it('is WebVTT in WebM, and is burned into outputs without tracks', async () => {
    const { path } = await rendered(
      { subtitleVideoRatio: '1:1', quality: 'fast', removedSpans: [{ startTime: 1, endTime: 9 }] },
      'webm',
    );
    expect(ffprobe(path, 'stream=codec_name')).toBe('vp9\nopus\nwebvtt');
    // The audio of a WebM starts slightly before its video, and players count from there.
    const offset = Number(ffprobe(path, 'stream=start_time').split('\n')[0]);
    expect(offset).toBeLessThan(0.02);
    const args = ['-v', 'error', '-copyts', '-i', path, '-c', 'copy', '-f', 'webvtt', '-'];
    const read = readCues(execFileSync('ffmpeg', args, { encoding: 'utf8' }), () => 'c', { name: 'a.vtt' });
    const at = (time: number) => Math.round((time - offset) * 1000) / 1000;
    expect(read.ok && read.cues.map(({ text, startTime, endTime }) => [text, at(startTime), at(endTime)])).toEqual([
      [odd, 0.25, 1],
      ['Beyond the end', 1.5, 2],
    ]);
    const { plan } = await planRender(made({}, 'gif'), locally);
    expect(plan.tracks).toBeUndefined();
    expect(plan.bitmaps.some(({ layers }) => layers.some(({ type }) => type === 'subtitles'))).toBe(true);
  });

  it('does not prevent reuse of cached segments when a text changes', async () => {
    const cacheDir = mkdtempSync(join(lab.temp, 'cache-'));
    const square = { subtitleVideoRatio: '1:1', quality: 'fast', alwaysEncode: true };
    const long = projectOf({ ...made(square), name: 'a' });
    const options = { ...locally, cacheDir, segmentLength: 4 };
    const first = await renderProject(long, { ...options, out: join(lab.temp, 'first.mp4') });
    const filesIn = () => readdirSync(cacheDir, { recursive: true }).map(String).sort();
    const segments = filesIn();
    expect(segments.length).toBeGreaterThan(1);
    const second = made({ ...square, subtitles: [{ text: 'Other', startTime: 1, endTime: 2 }] });
    const { path } = await renderProject(second, { ...options, out: join(lab.temp, 'second.mp4') });
    expect(filesIn()).toEqual(segments);
    expect(shownIn(path)).toEqual([{ text: 'Other', startTime: 1, endTime: 2 }]);
    expect(shownIn(first.path)).toEqual(apart);
    expect(framesOf(path, 32, 32)).toEqual(framesOf(first.path, 32, 32));
  });
});
