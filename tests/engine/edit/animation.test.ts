import { describe, expect, it } from 'vitest';
import { HUE_ROTATE_COLOR, setAnimation, setPictureMotion } from '../../../engine/edit/animate.ts';
import { setOutput } from '../../../engine/edit/output.ts';
import { animationAt } from '../../../engine/kinds/animation.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { image, layerOf, makeProject, scene, sceneAt, text, video } from '../make.ts';

describe('setAnimation', () => {
  it('sets an animation with its own length, and blue for Hue Rotate', () => {
    const project = makeProject([scene('a', [text('t', { color: '#ff0000' })], { duration: 2 })]);
    const faded = layerOf(setAnimation(project, 't', 'text-focus-in', 'slow'), 't', 'text');
    expect(faded).toMatchObject({ color: '#ff0000', animation: { id: 'text-focus-in', duration: 0.5, speed: 'slow' } });
    const turned = layerOf(setAnimation(project, 't', 'hue-rotate'), 't', 'text');
    expect(turned).toMatchObject({
      color: HUE_ROTATE_COLOR,
      animation: { id: 'hue-rotate', duration: 1, speed: 'default' },
    });
  });

  it('keeps a chosen color and length when only the speed changes', () => {
    const animation = { id: 'hue-rotate' as const, duration: 3 };
    const project = makeProject([scene('a', [text('t', { animation, color: '#ff0000' })])]);
    expect(layerOf(setAnimation(project, 't', 'hue-rotate', 'fast'), 't', 'text')).toMatchObject({
      color: '#ff0000',
      animation: { id: 'hue-rotate', duration: 3, speed: 'fast' },
    });
  });

  it('continues a cut animation at another speed and starts another one from the beginning', () => {
    const animation = { id: 'typewriter' as const, speed: 'slow' as const, at: 1.5 };
    const project = makeProject([scene('a', [text('t', { animation })], { duration: 2 })]);
    const shownOf = (made: Project) => animationAt(layerOf(made, 't', 'text').animation, 0).shown;
    expect(shownOf(setAnimation(project, 't', 'typewriter', 'fast'))).toBeCloseTo(shownOf(project));
    const other = layerOf(setAnimation(project, 't', 'text-focus-in'), 't', 'text').animation;
    expect(other).not.toHaveProperty('at');
  });

  it('turns a scene without a length into a video of 5 s', () => {
    const project = setAnimation(makeProject([scene('a', [text('t')])], { isImage: true }), 't', 'text-focus-in');
    expect(isStill(project)).toBe(false);
    expect(sceneAt(project, 0)).toMatchObject({ isImageVideo: true, duration: 5 });
  });

  it.each([
    ['its own length', scene('a', [text('t')], { duration: 2, isImageVideo: true }), {}, 2],
    ['a video', scene('a', [text('t'), video('v', 4)]), {}, 4],
    ['audio', scene('a', [text('t')]), { audio: { url: 'a.mp3', duration: 7 } }, 7],
  ])('keeps the length of a scene with %s', (_what, one, rest, total) => {
    const project = setAnimation(makeProject([one], rest), 't', 'text-flicker-in-glow');
    expect(totalDuration(project)).toBe(total);
  });

  it('changes no length for "none", and only texts', () => {
    const project = makeProject([scene('a', [text('t'), image('i')])]);
    expect(sceneAt(setAnimation(project, 't', 'none'), 0).duration).toBe(0);
    expect(setAnimation(project, 'i', 'hue-rotate')).toBe(project);
  });
});

describe('image motion', () => {
  const still = makeProject([scene('a', [image('i', { from: 1 }), text('t')])], { isImage: true });
  const moving = setPictureMotion(still, 'i', { type: 'zoom-in' });
  const motion = (of: typeof still) => layerOf(of, 'i', 'image').motion;

  it('lasts as long as the image is visible, in a scene that becomes a video of 5 s', () => {
    expect(motion(moving)).toEqual({ type: 'zoom-in', duration: 4 });
    expect([isStill(moving), totalDuration(moving)]).toEqual([false, 5]);
    const timed = makeProject([scene('a', [image('i')], { duration: 2, isImageVideo: true })]);
    expect(motion(setPictureMotion(timed, 'i', { type: 'pan-up' }))).toEqual({ type: 'pan-up', duration: 2 });
  });

  it('keeps its length when the type changes, with 0.1 s as the minimum, and is removed', () => {
    const short = setPictureMotion(moving, 'i', { type: 'zoom-in', duration: 0 });
    expect(motion(setPictureMotion(short, 'i', { type: 'pan-left' }))).toEqual({ type: 'pan-left', duration: 0.1 });
    expect(motion(setPictureMotion(short, 'i', undefined))).toBeUndefined();
  });

  it('follows the length of its scene if it lasts as long as the image, otherwise keeps its length', () => {
    const longer = setOutput(moving, 'a', { type: 'video', seconds: 10 });
    expect(motion(longer)).toEqual({ type: 'zoom-in', duration: 9 });
    expect(motion(setOutput(longer, 'a', { type: 'video', seconds: 2 }))).toEqual({ type: 'zoom-in', duration: 1 });
    const chosen = setPictureMotion(moving, 'i', { type: 'zoom-in', duration: 1.5 });
    expect(motion(setOutput(chosen, 'a', { type: 'video', seconds: 10 }))?.duration).toBe(1.5);
  });

  it('leaves the project unchanged if nothing changes, and for other layers', () => {
    expect(setPictureMotion(moving, 'i', { type: 'zoom-in', duration: 4 })).toBe(moving);
    expect(setPictureMotion(still, 'i', undefined)).toBe(still);
    expect(setPictureMotion(still, 't', { type: 'zoom-in' })).toBe(still);
  });
});
