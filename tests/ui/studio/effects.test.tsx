import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { loadFonts } from '../../../engine/browser/loadFonts.ts';
import { setOutput } from '../../../engine/edit/output.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { transitionTitles } from '../../../engine/project/videoEffects.ts';
import { AnimateFooter } from '../../../ui/studio/animate/Animate.tsx';
import { LookButtons, SpeedButton, VolumeButton } from '../../../ui/studio/effects/EffectButtons.tsx';
import { LayerAnimations as ComeAndGo } from '../../../ui/studio/effects/LayerAnimations.tsx';
import { type AudioLevels, Loudness } from '../../../ui/studio/effects/Loudness.tsx';
import { Motion } from '../../../ui/studio/effects/Motion.tsx';
import { Speed } from '../../../ui/studio/effects/Speed.tsx';
import { TransitionButton } from '../../../ui/studio/effects/TransitionButton.tsx';
import { TransitionPanel } from '../../../ui/studio/effects/TransitionPanel.tsx';
import { Output } from '../../../ui/studio/export/Output.tsx';
import { MainFooter } from '../../../ui/studio/inspector/MainFooter.tsx';
import { TextControls } from '../../../ui/studio/inspector/TextControls.tsx';
import { seek, shownTime } from '../../../ui/studio/state/playback.ts';
import {
  change,
  selectedLayer,
  selectLayer,
  selectScene,
  studio,
  undoChange,
} from '../../../ui/studio/state/studio.ts';
import { TimelineFooter } from '../../../ui/studio/timeline/Timeline.tsx';
import { click, field, freshScreen, key, layer, names, open, place, show, write } from '../studioScreen.ts';

freshScreen();

const video = { type: 'video', url: '/samples/media/party.mp4', duration: 6 };
const slider = (name: string) =>
  [...place.querySelectorAll<HTMLInputElement>('input[type="range"]')].find(
    (one) => one.getAttribute('aria-label') === name || one.labels?.[0]?.textContent === name,
  ) as HTMLInputElement;

describe('the controls of effects', () => {
  it('mark changed settings in their names', async () => {
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

  it('turn a video into stop-motion and animate an image', async () => {
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

  it('name a transition the same in the scene list and on the timeline', async () => {
    open([], { scenes: [{ id: 'a' }, { id: 'b', transition: { type: 'fade', duration: 1 } }] });
    const scene = studio.project.scenes[1];
    if (!scene) throw new Error('There is no second scene.');
    for (const className of ['scene-transition', 'board-transition'] as const) {
      await show(<TransitionButton scene={scene} index={1} className={className} />);
      expect(names()).toEqual(['Transition into Scene 2: Fade through black']);
      expect(place.textContent).toBe(className === 'scene-transition' ? 'Fade through black' : '');
    }
  });

  it('choose the direction of a transition, and apply it to all scenes in one step', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    open([], { scenes: [{ id: 'a' }, { id: 'b' }, { id: 'c', transition: { type: 'fade', duration: 2 } }] });
    await act(async () => selectScene('b'));
    await show(<TransitionPanel />);
    const choose = (title: string) => act(async () => field(title).click());
    const found = () => studio.project.scenes.map(({ transition }) => transition);
    const radios = [...place.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
    expect(radios.map(({ labels }) => labels?.[0]?.textContent)).toEqual(Object.values(transitionTitles));
    await choose('Iris');
    expect(names()).toEqual(['Play preview', 'Apply to all scenes']);
    await choose('Cover');
    await click('Up');
    const cover = { type: 'cover', duration: 0.5, direction: 'up' };
    expect(found()).toEqual([undefined, cover, { type: 'fade', duration: 2 }]);
    await click('Apply to all scenes');
    expect(found()).toEqual([undefined, cover, cover]);
    await act(async () => undoChange());
    expect(found()).toEqual([undefined, cover, { type: 'fade', duration: 2 }]);
    await choose('Cut');
    await click('Apply to all scenes');
    expect(found()).toEqual([undefined, undefined, undefined]);
  });
});

describe('TextControls', () => {
  it('lists the characters that no font supports', async () => {
    open([{ type: 'text', text: 'สวัสดี ok →' }]);
    await loadFonts([layer<'text'>()]);
    await show(<TextControls layer={layer<'text'>()} />);
    expect(place.querySelector('[role="status"]')?.textContent).toBe(
      'No font here supports “สวัดี”; boxes are shown instead.',
    );
  });
});

describe('Loudness', () => {
  const sound: AudioLevels = { volume: 1, fadeIn: 0, fadeOut: 0, isMuted: true };

  it('can be set while muted, up to 200%, with fades no longer than the audio', async () => {
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

describe('Output', () => {
  const radio = (text: string) =>
    [...place.querySelectorAll('label')]
      .find((one) => one.textContent?.startsWith(text))
      ?.querySelector('input') as HTMLInputElement;

  it('restores the selected video settings after a switch to image and back', async () => {
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

describe('a screen that replaces the canvas', () => {
  it.each([
    ['Timeline', '/studio/editor', <MainFooter key="m" />, <TimelineFooter key="t" />],
    ['Animate', '/studio/editor/layer/l0', undefined, <AnimateFooter key="a" />],
  ] as const)('%s closes by going back to the previous page', async (name, path, footer, done) => {
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

  it('the timeline deselects the layer that is selected on it', async () => {
    open([{ type: 'text' }]);
    selectLayer(null);
    await show(<MainFooter />);
    await click('Timeline');
    selectLayer('l0');
    await show(<TimelineFooter />);
    await click('Done');
    expect([location.pathname, selectedLayer()]).toEqual(['/studio/editor', undefined]);
  });

  it('animations keep the layer that they belong to', async () => {
    open([{ type: 'text' }]);
    history.replaceState(null, '', '/studio/editor/animate');
    await show(<AnimateFooter />);
    await click('Done');
    expect([location.pathname, selectedLayer()?.id]).toEqual(['/studio/editor/layer/l0', 'l0']);
  });
});

it('restores the playhead after the preview of an enter animation', async () => {
  open([{ type: 'text', animateIn: { type: 'slide', duration: 0.5 } }], { output: { type: 'video' } });
  change((project) => setOutput(project, 's', { type: 'video', seconds: 5 }));
  seek(4);
  await show(<ComeAndGo />);
  await click('Play preview: In');
  expect(shownTime()).toBeLessThan(1);
  await click('Stop: In');
  expect(shownTime()).toBe(4);
});
