import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { notices } from '../../../ui/client/page/notices.ts';
import { audioLengthWords, setAudioTrack } from '../../../ui/studio/audio/audioTrack.ts';
import { Speed } from '../../../ui/studio/effects/Speed.tsx';
import { Time } from '../../../ui/studio/effects/Time.tsx';
import { LayerFooter } from '../../../ui/studio/inspector/LayerFooter.tsx';
import { Layers } from '../../../ui/studio/inspector/Layers.tsx';
import { openLayer } from '../../../ui/studio/state/go.ts';
import { seek, shownTime } from '../../../ui/studio/state/playback.ts';
import { studio } from '../../../ui/studio/state/studio.ts';
import { click, field, freshScreen, key, layer, names, open, place, show, status, write } from '../studioScreen.ts';

freshScreen('phone');

const sound = { type: 'audio', url: 'media/none/voice.mp3', duration: 8 };
const video = { type: 'video', url: 'media/none/a.mp4', duration: 10 };
const notes = () => notices.list.map(({ message }) => message);

describe('an audio layer', () => {
  it('has the controls for audio and none for the stacking order', async () => {
    open([sound, { type: 'text' }, video]);
    await show(<LayerFooter />);
    expect(names()).toEqual([
      'Back',
      'Trim',
      'Split',
      'Speed',
      'Time',
      'Mute',
      'Volume',
      'Replace',
      'Properties',
      'Arrange',
      'Select more',
      'Duplicate',
      'Delete',
    ]);
    await click('Mute');
    expect([layer<'audio'>().isMuted, names()[5]]).toEqual([true, 'Unmute']);
  });

  it('is listed, and other layers pass it in one step', async () => {
    open([{ type: 'text', text: 'Words' }, sound, video]);
    await show(<Layers />);
    expect(names()).not.toContain('Bring forward: Sound, voice.mp3');
    await click('Send back: Text, Words');
    expect(studio.project.scenes[0]?.layers.map(({ type }) => type)).toEqual(['video', 'audio', 'text']);
  });

  it('has a speed but no reverse', async () => {
    open([sound]);
    await show(<Speed />);
    await click('2×');
    expect(layer<'audio'>().speed).toBe(2);
    expect(names()).not.toContain('Reverse');
  });
});

it('offers filters for images as for videos', async () => {
  open([{ type: 'image', url: 'media/none/a.png', width: 4, height: 3 }]);
  await show(<LayerFooter />);
  await click('Flip');
  expect(layer<'image'>().flipped).toBe(true);
  await click('Filters');
  expect(location.pathname).toBe('/studio/editor/filters');
});

describe('the time of a layer', () => {
  const showTime = async (rest: object = {}) => {
    open([{ type: 'text', from: 1, to: 2, ...rest }, video]);
    await show(<Time />);
  };
  const type = async (label: string, text: string) => {
    await write(field(label), text);
    await key(field(label), 'Enter');
  };
  const times = () => [layer<'text'>().from, layer<'text'>().to];

  it('can be typed, stepped and set to the current time', async () => {
    await showTime();
    expect([field('Starts at').value, field('Ends at').value]).toEqual(['00:01.00', '00:02.00']);
    await type('Ends at', '7.53');
    await key(field('Starts at'), 'ArrowUp');
    expect(times()).toEqual([1.03, 7.53]);
    await act(async () => seek(3.2));
    await act(async () =>
      [...place.querySelectorAll('button')]
        .find(({ title }) => /^Starts at: use the current time/.test(title))
        ?.click(),
    );
    expect(times()).toEqual([3.2, 7.53]);
    expect(place.textContent).toContain('Visible for 4.33 s of its scene, which lasts 10 s.');
    await click('The whole scene');
    expect(times()).toEqual([undefined, undefined]);
  });

  it('is left unchanged by an invalid entry, which is reported', async () => {
    await showTime();
    await type('Starts at', '3');
    expect(status().textContent).toBe(messages.timeOrder);
    expect(field('Starts at').getAttribute('aria-invalid')).toBe('true');
    await type('Ends at', 'soon');
    expect(status().textContent).toContain('Enter a time');
    await type('Starts at', '1.5');
    expect([times(), place.querySelector('[aria-invalid="true"]')]).toEqual([[1.5, 2], null]);
    await showTime({ to: undefined });
    await type('Starts at', '12');
    expect(status().textContent).toBe(messages.timeOrder);
  });
});

it('seeks to a visible moment when a layer is opened', () => {
  open([{ type: 'text', from: 4, to: 5 }, sound, video]);
  openLayer('l0');
  expect(shownTime()).toBe(4);
  seek(4.5);
  openLayer('l0');
  expect(shownTime()).toBe(4.5);
});

describe('putAudio', () => {
  it('adds a second file as an audio layer instead of replacing the audio', () => {
    open([video], { audio: { url: 'media/none/first.mp3', duration: 4 } });
    setAudioTrack({ url: 'media/none/second.mp3', duration: 3 });
    expect(studio.project.audio?.url).toBe('media/none/first.mp3');
    expect(studio.project.scenes[0]?.layers[0]).toMatchObject({
      type: 'audio',
      url: 'media/none/second.mp3',
      duration: 3,
    });
    expect(notes().at(-1)).toBe('The audio is unchanged. The file you added is now an audio layer of the scene.');
  });

  it('reports that the audio changes the selected video length', () => {
    open([{ type: 'text' }]);
    const [scene] = studio.project.scenes;
    if (scene) scene.duration = 10;
    setAudioTrack({ url: 'media/none/first.mp3', duration: 4 });
    const words = 'The video lasts as long as the audio: 4 s instead of the chosen 10 s.';
    expect([notes().at(-1), audioLengthWords(studio.project)]).toEqual([words, words]);
  });
});
