import { afterEach, expect, it, vi } from 'vitest';
import { box, u8, u16, u32 } from '../../../engine/browser/export/mp4/boxes.ts';
import { avcEntry } from '../../../engine/browser/export/mp4/sampleEntries.ts';
import { writeMp4 } from '../../../engine/browser/export/mp4/writeMp4.ts';
import { measureFile } from '../../../engine/browser/media/measureFile.ts';
import { chooseAudioTrack, chooseLayerTrack } from '../../../engine/edit/audioTracks.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { playedUrlOf, tracksOf, trackUrlOf } from '../../../ui/client/media/audioTracks.ts';
import { learnLink } from '../../../ui/client/media/linkFacts.ts';
import { forgetMedia, localUrlOf, mediaTable, newMediaPath, putEntry } from '../../../ui/client/media/mediaTable.ts';
import { waveforms } from '../../../ui/client/media/strips.ts';
import { whyTracksNotHere } from '../../../ui/client/media/whyTracksNotHere.ts';
import { stopTranscribing } from '../../../ui/client/subtitles/transcription.ts';
import { AudioTrackMenu } from '../../../ui/media/AudioTrackMenu.tsx';
import { studio } from '../../../ui/studio/state/studio.ts';
import { Trimmer } from '../../../ui/studio/trim/Trimmer.tsx';
import { type SheetProps, Transcribe } from '../../../ui/tools/subtitles/SubtitleSheets.tsx';
import { eventually } from '../../support/eventually.ts';
import { click, freshScreen, open, place, show } from '../studioScreen.ts';

freshScreen();
afterEach(() => vi.unstubAllGlobals());

const facts = { kind: 'video' as const, width: 64, height: 48, duration: 2, hasAudio: true, animated: false };
const track = (language: string, title: string, isDefault = false) => ({
  ...{ codec: 'aac', channels: 2, language, title, isDefault },
});

function addFile(tracks: ReturnType<typeof track>[], audioTrack = 0): string {
  const { id, url } = newMediaPath('film.mp4');
  const known = tracks.length > 1 ? { audioTracks: tracks, audioTrack } : {};
  const readUrl = `/api/v1/uploads/${'a'.repeat(32)}/film.mp4`;
  putEntry(
    {
      ...{ id, url, readUrl, name: 'film.mp4', size: 3, type: 'video/mp4', state: 'uploaded', sent: 3, shown: true },
      facts: { url, ...facts, ...known },
    },
    new Blob(['abc']),
  );
  return url;
}

it('lists audio tracks by language and title, and plays the selected one once the server has prepared it', async () => {
  const asked: string[] = [];
  let isMade = false;
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return isMade ? new Response('x', { status: 206 }) : Response.json({ progress: 0.5 }, { status: 202 });
  });
  const url = addFile([track('eng', '', false), track('deu', 'Kommentar', true)], 1);
  const chosen: unknown[] = [];
  await show(<AudioTrackMenu url={url} chosen={undefined} onChange={(number) => chosen.push(number)} />);
  const options = [...place.querySelectorAll('option')].map((option) => option.textContent?.replace(/[⁨⁩]/g, ''));
  expect(options).toEqual(['Default: Track 2: German, Kommentar', 'Track 1: English', 'Track 2: German, Kommentar']);
  expect(place.textContent).toContain('The preview plays another audio track until the server has prepared this one.');
  // Browsers play the first track, but the default of this file is the second.
  expect(playedUrlOf(url)).toBe(localUrlOf(url));
  expect(playedUrlOf(url, 1)).toBe(localUrlOf(url));
  isMade = true;
  const address = `/api/v1/uploads/${'a'.repeat(32)}/sound?track=2`;
  await eventually(() => expect(playedUrlOf(url)).toBe(address));
  expect(new Set(asked)).toEqual(new Set([address]));
  expect(playedUrlOf(url, 1)).toBe(localUrlOf(url));
  const select = place.querySelector('select') as HTMLSelectElement;
  select.value = '1';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  expect(chosen).toEqual([1]);
  forgetMedia(url);
});

it('renders nothing and sends no request for a file with one audio track', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Nothing is to be asked for.')));
  const url = addFile([track('eng', '')]);
  await show(<AudioTrackMenu url={url} chosen={undefined} onChange={() => undefined} />);
  expect(place.querySelector('select')).toBeNull();
  expect(playedUrlOf(url)).toBe(localUrlOf(url));
  expect(Object.keys(mediaTable.tracks).filter((key) => key.startsWith(url))).toEqual([]);
});

it('offers the audio tracks of a link that the server has fetched, and asks about it once', async () => {
  const upload = `/api/v1/uploads/${'b'.repeat(32)}`;
  const link = `${upload}/film.mp4`;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, location.origin).pathname);
    if (!address.endsWith('/facts')) return new Response('x', { status: 206 });
    const tracks = { audioTracks: [track('eng', '', true), track('deu', '')], audioTrack: 0 };
    return Response.json({ name: 'film.mp4', url: link, size: 3, mime: 'video/mp4', ...facts, ...tracks });
  });
  await show(<AudioTrackMenu url={link} chosen={2} onChange={() => undefined} />);
  await eventually(() => expect(place.querySelectorAll('option')).toHaveLength(3));
  await eventually(() => expect(trackUrlOf(link, 2)).toBe(`${upload}/sound?track=2`));
  expect(trackUrlOf(link)).toBe(link);
  expect(asked.filter((address) => address.endsWith('/facts'))).toEqual([`${upload}/facts`]);
  // Another website's file is shown from there too.
  mediaTable.shownFrom['https://example.org/film.mp4'] = link;
  expect(trackUrlOf('https://example.org/film.mp4', 1)).toBe(link);
});

it('asks for the audio tracks of a link again some seconds after a failure', async () => {
  vi.useFakeTimers();
  try {
    const link = `/api/v1/uploads/${'c'.repeat(32)}/film.mp4`;
    let answers = 0;
    vi.stubGlobal('fetch', async (address: string) => {
      if (!address.endsWith(`${'c'.repeat(32)}/facts`)) return new Response('', { status: 404 });
      answers += 1;
      if (answers === 1) throw new TypeError('The server is away.');
      const tracks = { audioTracks: [track('eng', '', true), track('deu', '')], audioTrack: 0 };
      return Response.json({ name: 'film.mp4', url: link, size: 3, mime: 'video/mp4', ...facts, ...tracks });
    });
    await learnLink(link);
    await learnLink(link);
    expect([answers, tracksOf(link)]).toEqual([1, undefined]);
    vi.advanceTimersByTime(10_000);
    await learnLink(link);
    expect([answers, tracksOf(link)?.tracks.length]).toEqual([2, 2]);
  } finally {
    vi.useRealTimers();
  }
});

it('draws the peaks of the chosen track, which the server measures', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(String(address));
    const isPeaks = String(address).includes('/peaks');
    return isPeaks
      ? new Response(new Uint8Array([1, address.endsWith('=2') ? 200 : 50]))
      : new Response('', { status: 404 });
  });
  const url = addFile([track('eng', ''), track('deu', '')]);
  const peaksOf = async (number: number) =>
    [...((await waveforms.read(url, 2, new AbortController().signal, number))?.peaks ?? [])].at(-1);
  expect([await peaksOf(2), await peaksOf(1)]).toEqual([200, 50]);
  expect(asked).toContain(`/api/v1/uploads/${'a'.repeat(32)}/peaks?track=2`);
  forgetMedia(url);
});

it('leaves results with another track than the first one to the server', async () => {
  const url = addFile([track('eng', ''), track('deu', '', true)], 1);
  const projectWith = (fields: object) => {
    const parsed = parseProject({
      scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url, duration: 2, ...fields }] }],
    });
    if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
    return parsed.value;
  };
  expect(await whyTracksNotHere(projectWith({}))).toContain('The server can use the others.');
  expect(await whyTracksNotHere(projectWith({ audioTrack: 2 }))).not.toBe('');
  expect(await whyTracksNotHere(projectWith({ audioTrack: 1 }))).toBe('');
  expect(await whyTracksNotHere(projectWith({ isMuted: true }))).toBe('');
  forgetMedia(url);
});

it('a choice in the Studio sets the track of a layer or of the audio, and takes it back', () => {
  const layer = { id: 'v', type: 'video', url: 'a.mp4', duration: 2 };
  const parsed = parseProject({ scenes: [{ id: 's', layers: [layer] }], audio: { url: 'b.mp3' } });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const project = chooseAudioTrack(chooseLayerTrack(parsed.value, 'v', 3), 2);
  expect(project.scenes[0]?.layers[0]).toMatchObject({ audioTrack: 3 });
  expect(project.audio).toMatchObject({ audioTrack: 2 });
  const back = chooseAudioTrack(chooseLayerTrack(project, 'v', undefined), undefined);
  expect(back).toEqual(parsed.value);
});

it('transcribes the audio track that a draft chooses', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json({ engine: 'Engine', languageCodes: ['en-US'], hint: null });
    bodies.push([new URL(address, location.origin).pathname, JSON.parse(String(init.body))]);
    return Response.json({ success: true, transcriptionId: 't' }, { status: 201 });
  });
  const url = addFile([track('eng', ''), track('deu', '')]);
  const sources = [{ url, ...facts }];
  const tool = { id: 'subtitles' };
  const draft = { sources, settings: { audioTrack: 2 } } as unknown as SheetProps['draft'];
  await show(<Transcribe tool={tool as SheetProps['tool']} draft={draft} />);
  await click('Generate subtitles');
  await eventually(() => expect(bodies).toHaveLength(1));
  expect(bodies).toEqual([
    ['/api/v1/transcriptions', expect.objectContaining({ languageCode: 'en-US', audioTrack: 2 })],
  ]);
  stopTranscribing();
  forgetMedia(url);
});

it('plays the audio track of the layer in the trimmer, along with the video', async () => {
  vi.stubGlobal('fetch', async () => new Response('x', { status: 206 }));
  const url = addFile([track('eng', ''), track('deu', '')]);
  open([{ id: 'v', type: 'video', url, duration: 2, audioTrack: 2 }]);
  studio.selectedLayerId = 'v';
  await show(<Trimmer />);
  const audio = await vi.waitUntil(() => place.querySelector('audio'), { timeout: 5000 });
  expect(audio.getAttribute('src')).toBe(`/api/v1/uploads/${'a'.repeat(32)}/sound?track=2`);
  const video = place.querySelector('video') as HTMLVideoElement;
  expect(video.muted).toBe(true);
  video.currentTime = 1.5;
  video.dispatchEvent(new Event('seeked'));
  expect(audio.currentTime).toBe(1.5);
  await video.play();
  expect(audio.paused).toBe(false);
  video.pause();
  expect(audio.paused).toBe(true);
  forgetMedia(url);
});

it('knows the frames and audio tracks of a file before it is uploaded', async () => {
  const samples = Array.from({ length: 4 }, (_, i) => ({ size: 5, duration: 100, offset: 0, isKey: i === 0 }));
  const content = new Blob([new Uint8Array(20)]);
  const entry = avcEntry(64, 48, u8(1, 0x64, 0, 0x1f, 0xff, 0xe0, 0));
  const picture = { kind: 'video', timescale: 1000, entry, samples, content, skip: 0, width: 64, height: 48 } as const;
  const plain = box('sowt', u32(0), u16(0, 1), u32(0, 0), u16(2, 16), u32(0), u32(1000 * 65_536));
  const sound = { ...picture, kind: 'audio', entry: plain, width: 0, height: 0 } as const;
  const file = new File([await writeMp4([picture, sound, sound], 0.45)], 'film.mp4', { type: 'video/mp4' });
  // This page has no player: it would report the longest track.
  const create = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name);
    if (name !== 'video') return element;
    for (const [field, value] of Object.entries({ videoWidth: 64, videoHeight: 48, duration: 0.45 }))
      Object.defineProperty(element, field, { value });
    setTimeout(() => element.dispatchEvent(new Event('loadedmetadata')));
    return element;
  });
  const measured = await measureFile(file);
  vi.restoreAllMocks();
  expect(measured).toMatchObject({ kind: 'video', width: 64, duration: 0.4, hasAudio: true, audioTrack: 0 });
  expect(measured?.audioTracks).toHaveLength(2);
});
