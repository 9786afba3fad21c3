import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { tools } from '../../../engine/tools/index.ts';
import type { SourceMedia, Tool } from '../../../engine/tools/tool.ts';
import { addSources, draftHistories } from '../../../ui/tools/drafts.ts';
import { ToolRoute } from '../../../ui/tools/ToolPage.tsx';
import { button, click, field, freshScreen, key, place, show, write } from '../studioScreen.ts';

// A light DOM has no canvas to draw the preview on; what lies over it needs none.
vi.mock('../../../ui/tools/ProjectPreview.tsx', () => ({
  ProjectPreview: ({ children }: { children: React.ReactNode }) => children,
}));

freshScreen();

/** Bodies of createVideo, which is not answered: other tests render what bodies describe. */
const sent: unknown[] = [];

beforeEach(async () => {
  sent.length = 0;
  for (const id of Object.keys(draftHistories)) delete draftHistories[id];
  vi.stubGlobal('fetch', async (input: string, { body, signal }: RequestInit = {}) => {
    if (!String(input).endsWith('/createVideo')) return Response.json({});
    sent.push(JSON.parse(String(body)));
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  // Loaded before, so that no page has to wait for it.
  await Promise.all([import('../../../ui/tools/ToolWork.tsx'), import('../../../ui/tools/toolParts.tsx')]);
});
afterEach(() => vi.unstubAllGlobals());

const urlOf = (name: string) => `/samples/media/${name}`;
const still = { animated: false, hasAudio: false };
const numbers: SourceMedia = {
  ...{ url: urlOf('numbers.mp4'), kind: 'video', width: 640, height: 360, duration: 10 },
  ...{ animated: false, hasAudio: true },
};
const music: SourceMedia = { ...numbers, url: urlOf('music.mp3'), kind: 'audio', width: 0, height: 0, duration: 20 };
const image = (name: string): SourceMedia => ({
  ...still,
  url: urlOf(name),
  kind: 'image',
  width: 640,
  height: 360,
  duration: 0,
});

const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
      check();
    },
    { timeout: 20_000, interval: 1 },
  );

/** Opens the page of a tool with these sources. */
async function open(route: string, sources: readonly SourceMedia[]): Promise<void> {
  const tool = tools.find((one) => one.route === route) as Tool;
  if (sources.length > 0) addSources(tool, sources);
  await show(<ToolRoute slug={route.slice(1)} />);
  await until(() => button('Create'));
}

/** Writes into a time field. */
async function time(name: string, value: string): Promise<void> {
  await write(field(name), value);
  await key(field(name), 'Enter');
}

/** Chooses a radio button by the start of its label. */
async function choose(name: string): Promise<void> {
  const radios = [...place.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const found = radios.filter((one) => one.closest('label')?.textContent?.startsWith(name));
  expect(found.map(() => name)).toEqual([name]);
  await act(async () => found[0]?.click());
}

const says = (text: string) => until(() => expect(place.textContent).toContain(text));

interface Row {
  route: string;
  sources: readonly SourceMedia[];
  set: () => Promise<unknown>;
  /** Fields of the request that the settings produce. */
  body: object;
}

const rows: Row[] = [
  {
    route: '/trim-video',
    sources: [numbers],
    set: async () => {
      await time('Start', '00:02');
      await time('End', '3,5');
    },
    body: { isTrimmedOnly: true, isTrimmed: true, startTime: 2, endTime: 3.5 },
  },
  {
    route: '/change-speed',
    sources: [numbers],
    set: () => click('4×'),
    body: { isSpeedVideo: true, speedChoice: 4 },
  },
  {
    route: '/reverse-video',
    sources: [numbers],
    set: async () => {
      await time('End', '1');
      await choose('Boomerang');
    },
    body: { isReversed: true, isBoomeranged: true, isTrimmed: true, startTime: 0, endTime: 1 },
  },
  {
    route: '/loop-video',
    sources: [numbers],
    set: async () => {
      await time('End', '1');
      await click('More loops');
      await says('3 × 1 s = 3 s');
    },
    body: { isLooped: true, numLoops: 3, isTrimmed: true, endTime: 1 },
  },
  {
    route: '/stop-motion',
    sources: [numbers],
    set: async () => {
      await says('180 frames, 1:23 in total');
      await click('Set the speed to 0.28');
      await says('180 frames, 59.5 s in total');
      await time('End', '1');
      await write(field('Speed'), '2');
      await says('18 frames, 0.8 s in total');
      expect(place.textContent).not.toContain('Kept in original quality');
    },
    body: { isStopMotionVideo: true, stopMotionSpeed: 2, stopMotionClipRate: 0.6, endTime: 1 },
  },
  {
    route: '/convert-video',
    sources: [numbers],
    set: async () => {
      await choose('PNG');
      await time('Frame at', '3');
    },
    body: { isConvertVideo: true, convertOption: 'png', jpegTimestamp: 3 },
  },
  {
    route: '/trim-audio',
    sources: [music],
    set: async () => {
      await time('Start', '2');
      await time('End', '4.5');
      await choose('WAV');
    },
    body: { audioTrimStartTime: 2, audioTrimEndTime: 4.5, audioFormat: 'wav' },
  },
  {
    route: '/image-to-video',
    sources: [image('lake.jpg')],
    set: () => write(field('Length'), '0,50'),
    body: { imageVideoDuration: 0.5 },
  },
  {
    route: '/thanks',
    sources: [],
    set: async () => {
      await write(field('I am thankful for'), 'my family');
      await choose('GIF');
      await write(field('Width'), '72');
      await write(field('Frames per second'), '5');
    },
    body: { thanksSubject: 'my family', videoType: 'gif', gifWidth: 72, gifFps: 5 },
  },
  {
    route: '/rotate-video',
    sources: [image('lake.jpg')],
    set: async () => {
      await click('Rotate right');
      await key(document.body, 'h');
      await says('Rotated by 90° clockwise, mirrored');
    },
    body: { isRotate: true, rotation: 90, flipped: true },
  },
  {
    route: '/montage-maker',
    sources: [image('red.png'), image('four.png')],
    set: async () => {
      await write(field('Image length'), '0.5');
      await choose('Fit');
      await says('1 s in total');
    },
    body: {
      ...{ isMontage: true, montagePositioning: 'fit', clipDuration: 0.5 },
      clips: [{ url: urlOf('red.png') }, { url: urlOf('four.png') }],
    },
  },
  {
    route: '/video-maker',
    sources: [image('blue.png'), image('yellow.png')],
    set: async () => {
      await write(field('Image length'), '1');
      await choose('Wipe');
      await says('2 s in total');
    },
    body: {
      ...{ isMaker: true, transition: 'wipe', clipDuration: 1 },
      clips: [{ url: urlOf('blue.png') }, { url: urlOf('yellow.png') }],
    },
  },
];

it.each(rows)('the page of a tool sends its settings: $route', async ({ route, sources, set, body }) => {
  await open(route, sources);
  await set();
  await until(() => expect(button('Create').getAttribute('aria-disabled')).toBe('false'));
  await click('Create');
  await until(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject(body);
});

it.each<[route: string, sources: readonly SourceMedia[], set: () => unknown, message: string]>([
  ['/add-music-to-video', [numbers], () => {}, messages.audioFileMissing],
  ['/convert-video', [{ ...numbers, hasAudio: false }], () => choose('MP3'), messages.soundMissing],
  ['/watermark', [image('lake.jpg')], () => {}, messages.watermarkMissing],
  ['/text-video', [], () => write(field('Text'), ' '), messages.textMissing],
  ['/montage-maker', [image('lake.jpg')], () => write(field('Image length'), '1900'), messages.toolTooLong],
])('the page of a tool reports missing and excessive input: %s', async (route, sources, set, message) => {
  await open(route, sources);
  await set();
  await says(message);
});

it('the page of a tool that needs several files asks for them', async () => {
  await show(<ToolRoute slug="video-maker" />);
  await says(messages.clipsMissing);
});

it('the page of a tool reports a setting at its field, which gets the focus on Create', async () => {
  await open('/loop-video', [numbers]);
  const loops = () => field('Loops');
  await write(loops(), '500');
  await says(messages.loopTooLong);
  await click('Create');
  await until(() => expect(document.activeElement).toBe(loops()));
  await write(loops(), 'many');
  await says('“Loops” must be a number, not text.');
  expect(loops().getAttribute('aria-invalid')).toBe('true');
  await write(loops(), '3');
  await until(() => expect(button('Create').getAttribute('aria-disabled')).toBe('false'));
  expect(sent).toEqual([]);
});
