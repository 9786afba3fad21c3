import { act } from 'react';
import { useSnapshot } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setAudio } from '../../../engine/edit/audio.ts';
import { newProject } from '../../../engine/edit/newProject.ts';
import { newId } from '../../../engine/project/id.ts';
import { messages } from '../../../engine/project/messages.ts';
import { gifDefaults } from '../../../engine/project/output.ts';
import { cancelAudioImport, importSampleAudio } from '../../../ui/client/media/importAudio.ts';
import { cancelImports, importStatus } from '../../../ui/client/media/imports.ts';
import { closeAllNotices, notices } from '../../../ui/client/page/notices.ts';
import { UploadWidget } from '../../../ui/media/UploadWidget.tsx';
import { addAudio, finishAudio, leaveAudio } from '../../../ui/studio/audio/Audio.tsx';
import { AudioPanel } from '../../../ui/studio/audio/AudioPanel.tsx';
import { addSample, Replace } from '../../../ui/studio/images/Upload.tsx';
import { importIntoProject } from '../../../ui/studio/state/addFiles.ts';
import { change, openProject, studio } from '../../../ui/studio/state/studio.ts';
import { button, click, freshScreen, open, place, show } from '../studioScreen.ts';

const said = () => notices.list.map(({ message }) => message);
const openNew = () => openProject({ projectId: newId(), project: newProject(newId) });

freshScreen();
beforeEach(() => {
  closeAllNotices();
  openNew();
});
afterEach(() => vi.unstubAllGlobals());

/** The panel of the audio track, if there is one. */
function Panel() {
  const { project } = useSnapshot(studio);
  return project.audio && <AudioPanel project={project} audio={project.audio} />;
}

/** Starts an import that ends when the test calls `come`. */
function slow(words: string, at?: string) {
  const landed: string[] = [];
  let come = () => {};
  const take = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      come = () => resolve(words);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const land = (what: string) => landed.push(what);
  const over = importIntoProject({ words, load: take, land, ...(at === undefined ? {} : { place: at }) });
  return { landed, over, come: () => come() };
}

describe('takeIntoProject', () => {
  it('does not add the file to another project', async () => {
    const video = slow('video');
    openNew();
    video.come();
    await video.over;
    expect([video.landed, importStatus.words, said()]).toEqual([[], '', []]);
  });

  it('runs alongside a later import, restores its text afterwards and stops together with it', async () => {
    const [video, other] = [slow('video'), slow('other')];
    expect(importStatus.words).toBe('other');
    other.come();
    await other.over;
    expect([other.landed, importStatus.words]).toEqual([['other'], 'video']);
    const third = slow('third');
    cancelImports();
    await Promise.all([video.over, third.over]);
    expect([video.landed, third.landed, importStatus.words, said()]).toEqual([[], [], '', []]);
  });

  it('is replaced by a later import where only one is allowed', async () => {
    const [video, song, newer] = [slow('video'), slow('song', 'audio'), slow('newer', 'audio')];
    await song.over;
    for (const one of [video, newer]) {
      one.come();
      await one.over;
    }
    expect([video, song, newer].map(({ landed }) => landed)).toEqual([['video'], [], ['newer']]);
  });

  it('moves the focus to the control that replaces the pressed button', async () => {
    await show(<UploadWidget onFiles={() => {}} />);
    button('Click to upload').focus();
    let song: ReturnType<typeof slow> | undefined;
    await act(async () => {
      song = slow('song');
    });
    expect(document.activeElement).toBe(button('Stop'));
    await click('Stop');
    await act(async () => song?.over);
    expect(document.activeElement).toBe(button('Click to upload'));
    expect(place.textContent).toContain('or, drag and drop');
  });
});

it('the audio of a GIF is missing in the result, which a warning says until the audio is removed', async () => {
  change((project) => setAudio({ ...project, output: gifDefaults }, { url: '/samples/media/music.mp3', duration: 20 }));
  await show(<Panel />);
  expect(place.textContent).toContain(messages.gifHasNoSound);
  await click('Remove');
  expect(place.textContent).not.toContain(messages.gifHasNoSound);
  expect(studio.project.audio).toBeNull();
});

describe('a sample', () => {
  it.each<[string, () => Promise<Response>]>([
    ['is not there', async () => new Response(null, { status: 404 })],
    ['cannot be reached', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('that %s is reported', async (_, answer) => {
    vi.stubGlobal('fetch', answer);
    await addSample();
    expect(said()).toEqual([messages.uploadFailed]);
    closeAllNotices();
    await importSampleAudio(() => expect.unreachable());
    expect(said()).toEqual([messages.uploadFailed]);
  });

  it.each([
    [{ type: 'placeholder' }, '/samples/media/mountains.mp4'],
    [{ type: 'audio', url: 'media/none/a.mp3' }, '/samples/media/music.mp3'],
  ])('can replace %o', async (layer, sample) => {
    const asked = new Promise<string>((resolve) => {
      vi.stubGlobal('fetch', async (url: string) => {
        resolve(url);
        return new Response(null, { status: 404 });
      });
    });
    open([layer]);
    await show(<Replace />);
    await click('or try a sample!');
    expect(await asked).toBe(sample);
    await vi.waitFor(() => expect(importStatus.words).toBe(''));
  });

  it('that is stopped is not reported', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      cancelAudioImport();
      return Promise.reject(signal?.reason);
    });
    await importSampleAudio(() => expect.unreachable());
    expect(said()).toEqual([]);
  });
});

describe('audio of unknown length', () => {
  beforeEach(() => {
    change((project) => setAudio(project, { url: '/samples/media/music.mp3' }));
    history.replaceState(null, '', '/studio/editor/audio');
  });

  it.each([
    ['Escape', leaveAudio, []],
    ['DONE', finishAudio, [messages.audioMissing]],
  ] as const)('closes with %s', (_, leave, words) => {
    leave();
    expect([location.pathname, said()]).toEqual(['/studio/editor', words]);
    expect(studio.project.audio).not.toBeNull();
  });

  it('is not added', () => {
    addAudio();
    expect([location.pathname, said()]).toEqual(['/studio/editor/audio', [messages.audioMissing]]);
  });
});
