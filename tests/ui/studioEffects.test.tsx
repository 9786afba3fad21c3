import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { loadFonts } from '../../engine/browser/loadFonts.ts';
import { setOutput } from '../../engine/edit/output.ts';
import type { VideoLayer } from '../../engine/project/layers.ts';
import { AnimateFooter } from '../../ui/studio/animate/AnimateFooter.tsx';
import { LookButtons, SpeedButton, VolumeButton } from '../../ui/studio/effects/EffectButtons.tsx';
import ComeAndGo from '../../ui/studio/effects/LayerAnimations.tsx';
import { type AudioLevels, Loudness } from '../../ui/studio/effects/Loudness.tsx';
import Motion from '../../ui/studio/effects/Motion.tsx';
import Speed from '../../ui/studio/effects/Speed.tsx';
import { TransitionButton } from '../../ui/studio/effects/TransitionButton.tsx';
import { MainFooter } from '../../ui/studio/footer/MainFooter.tsx';
import { TextControls } from '../../ui/studio/footer/TextControls.tsx';
import Output from '../../ui/studio/output/Output.tsx';
import { seek, shownTime } from '../../ui/studio/state/playback.ts';
import { change, selectedLayer, selectLayer, studio } from '../../ui/studio/state/studio.ts';
import { TimelineFooter } from '../../ui/studio/timeline/TimelineFooter.tsx';
import { click, field, freshScreen, key, layer, names, open, place, show, write } from './studioScreen.ts';

freshScreen();

const video = { type: 'video', url: '/samples/media/party.mp4', duration: 6 };
const slider = (name: string) =>
  [...place.querySelectorAll<HTMLInputElement>('input[type="range"]')].find(
    ({ labels }) => labels?.[0]?.textContent === name,
  ) as HTMLInputElement;

describe('the controls of effects', () => {
  it('say in their names that they have changed something', async () => {
    const fields = { volume: 0.5, isReversed: true, brightness: 120, radius: 8, chromaKey: {} };
    const buttons = (one: VideoLayer) => (
      <>
        <SpeedButton layer={one} />
        <LookButtons layer={one} />
        <VolumeButton layer={one} />
      </>
    );
    open([video]);
    await show(buttons(layer<'video'>()));
    expect(names()).toEqual(['Speed', 'Filters', 'Style', 'Chroma key', 'Flip', 'Flip vertically', 'Volume']);
    await act(async () => open([{ ...video, ...fields }]));
    await show(buttons(layer<'video'>()));
    expect(names()).toEqual([
      'Speed, changed',
      'Filters, changed',
      'Style, changed',
      'Chroma key, changed',
      'Flip',
      'Flip vertically',
      'Volume, changed',
    ]);
  });

  it('make stop-motion of a video, and let a picture move', async () => {
    open([video]);
    await show(<Speed />);
    await click('Stop-motion');
    await key(slider('Show each image for'), 'ArrowRight');
    expect(layer<'video'>().stopMotion).toEqual({ stills: 5, hold: 0.3 });
    await click('Stop-motion');
    expect(layer<'video'>().stopMotion).toBeUndefined();
    await act(async () => open([{ type: 'image', url: 'a.png' }]));
    await show(<Motion />);
    await act(async () => place.querySelectorAll<HTMLInputElement>('input[type="radio"]')[1]?.click());
    expect(layer<'image'>().motion).toEqual({ type: 'zoom-in', duration: 5 });
    await key(slider('Length'), 'PageDown');
    expect(layer<'image'>().motion?.duration).toBe(4);
    expect(place.querySelector('[role="status"]')?.textContent).toBe('Then it stops moving for 1 s.');
  });

  it('call a transition the same in the list of scenes and on the timeline', async () => {
    open([], { scenes: [{ id: 'a' }, { id: 'b', transition: { type: 'fade', duration: 1 } }] });
    const scene = studio.project.scenes[1];
    if (!scene) throw new Error('There is no second scene.');
    for (const className of ['scene-transition', 'board-transition'] as const) {
      await show(<TransitionButton scene={scene} index={1} className={className} />);
      expect(names()).toEqual(['Transition into Scene 2: Fade through black']);
      expect(place.textContent).toBe(className === 'scene-transition' ? 'Fade through black' : '');
    }
  });
});

describe('the controls of a text', () => {
  it('say which of its letters no font has', async () => {
    open([{ type: 'text', text: 'สวัสดี ok →' }]);
    await loadFonts([layer<'text'>()]);
    await show(<TextControls layer={layer<'text'>()} />);
    expect(place.querySelector('[role="status"]')?.textContent).toBe(
      'No font here supports “สวัดี”; boxes are shown instead.',
    );
  });
});

describe('how loud something is', () => {
  const sound: AudioLevels = { volume: 1, fadeIn: 0, fadeOut: 0, isMuted: true };

  it('can be set while it is muted, up to twice as loud, with fades no longer than it lasts', async () => {
    const onChange = vi.fn();
    await show(<Loudness sound={sound} length={2.34} onChange={onChange} onMute={vi.fn()} />);
    const volume = slider('Volume');
    expect([volume.max, volume.disabled, volume.ariaValueText ?? volume.getAttribute('aria-valuetext')]).toEqual([
      '200',
      false,
      '100%, muted',
    ]);
    await key(volume, 'ArrowLeft');
    await key(slider('Fade out'), 'PageUp');
    expect(onChange.mock.calls).toEqual([[{ volume: 0.95 }], [{ fadeOut: 1 }]]);
    expect(slider('Fade in').max).toBe('2.3');
    expect(place.querySelector('[role="switch"]')?.getAttribute('aria-checked')).toBe('true');
  });
});

describe('the output', () => {
  const radio = (text: string) =>
    [...place.querySelectorAll('label')]
      .find((one) => one.textContent?.startsWith(text))
      ?.querySelector('input') as HTMLInputElement;

  it('is the video that was chosen again after a look at the image', async () => {
    open([{ type: 'text' }], { isImage: true });
    await show(<Output />);
    await act(async () => radio('Video').click());
    expect(radio('5 s').checked).toBe(true);
    await act(async () => radio('10 s').click());
    await act(async () => radio('Image').click());
    await act(async () => radio('Video').click());
    expect(radio('10 s').checked).toBe(true);
    await act(async () => radio('Custom').click());
    await write(field('Custom length'), '1:05');
    await act(async () => radio('Image').click());
    await act(async () => radio('Video').click());
    expect(field('Custom length').value).toBe('1:05');
  });
});

describe('a screen in the canvas’s place', () => {
  it.each([
    ['Timeline', '/studio/editor', <MainFooter key="m" />, <TimelineFooter key="t" />],
    ['Animate', '/studio/editor/layer/l0', undefined, <AnimateFooter key="a" />],
  ] as const)('%s is left by going back to where it was opened', async (name, path, footer, done) => {
    open([{ type: 'text' }]);
    if (name === 'Timeline') selectLayer(null);
    history.replaceState(null, '', path);
    await show(footer ?? <TextControls layer={layer<'text'>()} />);
    await click(name);
    expect(location.pathname).toBe(`/studio/editor/${name.toLowerCase()}`);
    const back = vi.spyOn(history, 'back').mockImplementation(() => {});
    await show(done);
    await click('Done');
    expect(back).toHaveBeenCalledOnce();
    back.mockRestore();
  });

  it('the timeline keeps the layer that is selected there', async () => {
    open([{ type: 'text' }]);
    selectLayer(null);
    await show(<MainFooter />);
    await click('Timeline');
    selectLayer('l0');
    await show(<TimelineFooter />);
    await click('Done');
    expect([location.pathname, selectedLayer()?.id]).toEqual(['/studio/editor/layer/l0', 'l0']);
  });
});

it('playing how a layer comes in leaves the playhead where it was', async () => {
  open([{ type: 'text', animateIn: { type: 'slide', duration: 0.5 } }], { output: { type: 'video' } });
  change((project) => setOutput(project, 's', { type: 'video', seconds: 5 }));
  seek(4);
  await show(<ComeAndGo />);
  await click('Play preview: In');
  expect(shownTime()).toBeLessThan(1);
  await click('Stop: In');
  expect(shownTime()).toBe(4);
});
