import { expect, it } from 'vitest';
import { type Project, project as projectSchema } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { numbersIn, onsetsOf, samplesOf } from '../../support/renderLab.ts';
import { violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

/** A cue with a word every 0.4 s. */
const said = (id: string, startTime: number, text: string) => {
  const words = text.split(' ').map((word, i) => {
    const at = startTime + i * 0.4;
    return { text: word, startTime: at, endTime: at + 0.4 };
  });
  return { id, text, startTime, endTime: startTime + words.length * 0.4, words };
};
const clip = (id: string, startTime: number, endTime: number) => ({
  ...{ id, type: 'video' as const, url: '/samples/media/numbers.mp4', duration: 10, width: 640, height: 360 },
  ...{
    isTrimmed: true,
    startTime,
    endTime,
    position: { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 },
  },
});
const project = {
  ...{ projectId: 'spoken', ratio: '16:9', width: 320, height: 180 },
  scenes: [
    { id: 'a', layers: [clip('v', 0, 5)] },
    { id: 'b', layers: [clip('w', 3, 7)] },
  ],
  layers: [
    {
      ...{ id: 's', type: 'subtitles' as const, verticalAlign: 'bottom' as const, fontSize: '12px' },
      cues: [said('1', 0.6, 'Um so we'), said('2', 2.6, 'go'), said('3', 5.8, 'Nobody minded'), said('4', 7.8, 'that')],
    },
  ],
};

/** The source frame at each frame of a project, and the moments of its clicks, which are at whole seconds. */
function expectedOf(one: Project): { frames: number[]; clicks: number[] } {
  const spans = sceneSpans(one);
  // A frame shows the moment at which it begins.
  const frames = Array.from({ length: Math.round(totalDuration(one) * 30) }, (_, frame) => {
    const seen = resolveFrame(spans, (frame + 0.05) / 30).layers.find(({ layer }) => layer.type === 'video');
    return Math.floor((seen?.mediaTime ?? 0) * 30);
  });
  const clicks = spans
    .flatMap(({ layers }) => layers)
    .flatMap(({ media, start, end }) => {
      if (!media) return [];
      const seconds = Array.from({ length: 10 }, (_, second) => second);
      const played = Math.min(media.end, media.start + end - start);
      return seconds.filter((at) => at >= media.start && at < played - 0.02).map((at) => start + at - media.start);
    });
  return { frames, clicks: clicks.sort((a, b) => a - b) };
}

it('words, fillers and silences are cut out of all scenes, restored, and exported without them', async () => {
  const { page, complaints } = await site.open({ reducedMotion: 'reduce' });
  await openStudio(page, project as never, 'subtitles');
  const count = (words: string | RegExp) => page.getByText(words, { exact: true }).waitFor();
  await count('4 subtitles');
  await page.getByRole('button', { name: 'Strike out subtitle 3' }).click();
  await count('4 subtitles, 0.8 s cut');
  await page.getByRole('button', { name: 'Filler words', exact: true }).click();
  await count('1 filler word, 0.4 s');
  await page.getByRole('button', { name: 'Remove filler words' }).click();
  await page.getByText('Cut: Um').waitFor();
  await page.getByRole('button', { name: 'Silences', exact: true }).click();
  await count(/^\d silences, .*stay\.$/);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove silences' }).click();
  await count('No silence matches.');
  await page.getByRole('button', { name: 'Restore subtitle 3 in the video' }).click();
  const state = await storedUntil(page, (now) => {
    const cues = now.layers?.flatMap((layer) => (layer.type === 'subtitles' ? layer.cues : []));
    expect(cues?.map(({ text }) => text)).toEqual(['so we', 'go', 'Nobody minded', 'that']);
    expect(totalDuration(projectSchema.parse(now))).toBeLessThan(7);
  });
  const cut = projectSchema.parse(state);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More export options' }).click();
  await page.getByRole('button', { name: /Export in this browser/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Export' });
  await sheet.getByRole('button', { name: 'Create the file' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download' }).click({ timeout: 60_000 }),
  ]);
  const file = await saved.path();
  const { frames, clicks } = expectedOf(cut);
  const made = numbersIn(file);
  expect(made).toHaveLength(frames.length);
  // Parts do not begin with a frame of the source: an adjacent one may be shown.
  const wrong = made.filter((number, frame) => ![-1, 0, 1].includes((frames[frame] ?? 0) - number));
  expect(wrong).toEqual([]);
  const heard = onsetsOf(samplesOf(file));
  expect(heard.map((at) => clicks.some((click) => Math.abs(click - at) < 0.05))).toEqual(heard.map(() => true));
  expect(heard.length).toBe(clicks.length);
  expect(complaints).toEqual([]);
});
