import { afterEach, expect, it, vi } from 'vitest';
import { chooseAudioTrack, chooseLayerTrack } from '../../engine/edit/audioTracks.ts';
import { parseProject } from '../../engine/project/parse.ts';
import { AudioTrackMenu } from '../../ui/media/AudioTrackMenu.tsx';
import { heardUrlOf } from '../../ui/media/audioTracks.ts';
import { forgetMedia, localUrlOf, mediaTable, newMediaPath, putEntry } from '../../ui/media/mediaTable.ts';
import { freshScreen, place, show } from './studioScreen.ts';

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
  expect(heardUrlOf(url)).toBe(localUrlOf(url));
  expect(heardUrlOf(url, 1)).toBe(localUrlOf(url));
  isMade = true;
  const address = `/api/v1/uploads/${'a'.repeat(32)}/sound?track=2`;
  await vi.waitFor(() => expect(heardUrlOf(url)).toBe(address), { timeout: 5000 });
  expect(new Set(asked)).toEqual(new Set([address]));
  expect(heardUrlOf(url, 1)).toBe(localUrlOf(url));
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
  expect(heardUrlOf(url)).toBe(localUrlOf(url));
  expect(Object.keys(mediaTable.tracks).filter((key) => key.startsWith(url))).toEqual([]);
});

it('sets and clears the audio track of a layer and of the project audio', () => {
  const layer = { id: 'v', type: 'video', url: 'a.mp4', duration: 2 };
  const parsed = parseProject({ scenes: [{ id: 's', layers: [layer] }], audio: { url: 'b.mp3' } });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const project = chooseAudioTrack(chooseLayerTrack(parsed.value, 'v', 3), 2);
  expect(project.scenes[0]?.layers[0]).toMatchObject({ audioTrack: 3 });
  expect(project.audio).toMatchObject({ audioTrack: 2 });
  const back = chooseAudioTrack(chooseLayerTrack(project, 'v', undefined), undefined);
  expect(back).toEqual(parsed.value);
});
