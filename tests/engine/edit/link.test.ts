import { describe, expect, it } from 'vitest';
import { canDetachAudio, canReattachAudio, detachAudio, reattachAudio } from '../../../engine/edit/detachAudio.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { FREEZE_SECONDS, freezeFrame } from '../../../engine/edit/freeze.ts';
import { hideLayers, lockLayers } from '../../../engine/edit/layerFlags.ts';
import { splitLayer, trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { areLinked, linkedWith, linkLayers, unlinkLayers } from '../../../engine/edit/link.ts';
import { mergeProjects } from '../../../engine/edit/mergeProjects.ts';
import { setMotion } from '../../../engine/edit/motion.ts';
import { moveLayersTime } from '../../../engine/edit/moveLayersTime.ts';
import { rippleRemove } from '../../../engine/edit/ripple.ts';
import { moveSceneEnd } from '../../../engine/edit/sceneLength.ts';
import { duplicateScene, removeScene, reorderScene } from '../../../engine/edit/scenes.ts';
import { duplicateLayers, pasteLayers, removeLayers } from '../../../engine/edit/severalLayers.ts';
import { setLayerFields } from '../../../engine/edit/style.ts';
import { allLayers } from '../../../engine/project/allLayers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { sceneStart } from '../../../engine/timeline/durations.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { endOfLayer, layerSpans } from '../../../engine/timeline/spans.ts';
import { countedIds, good, makeProject, scene, text, video } from '../make.ts';

/** The audible clips of a project, whichever layers they belong to. Times are rounded to microseconds. */
const heard = (project: Project) =>
  soundtrack(project).map(({ source: _, start, end, ...rest }) => ({
    ...rest,
    ...{ start: Math.round(start * 1e6), end: Math.round(end * 1e6) },
  }));
/** The span of a layer in the whole video. */
function timesOf(project: Project, id: string): [number, number] {
  const span = layerSpans(project, 'all').find(({ layer }) => layer.id === id);
  return [span?.start ?? Number.NaN, span ? endOfLayer(span) : Number.NaN].map((t) => Math.round(t * 1e6) / 1e6) as [
    number,
    number,
  ];
}
const ids = (project: Project) => allLayers(project).map(({ id }) => id);
const linkOf = (project: Project, id: string) => findLayer(project, id)?.layer.link;

/** A scene of 3 s, then one with a video from 1 s of it, whose audio n1 is detached, then one of 2 s. */
const plain = makeProject([
  scene('a', [], { duration: 3 }),
  scene('b', [text('t'), video('v', 20, { from: 1, isTrimmed: true, startTime: 4, endTime: 12 })]),
  scene('c', [], { duration: 2 }),
]);
const pair = detachAudio(plain, 'v', countedIds());

const counted = countedIds();
/** Ids that no project here has. */
const makeId = () => `x${counted()}`;

describe('detachAudio', () => {
  it.each([
    [
      'trimmed, fast and with fades',
      { volume: 0.5, fadeIn: 1, fadeOut: 2, speed: 2, from: 1, isTrimmed: true, startTime: 2, endTime: 8 },
    ],
    ['of another audio track', { audioTrack: 2 }],
    ['cut off', { from: 0.5, to: 4 }],
    ['in a loop', { isTrimmed: true, startTime: 1, endTime: 2.5, loopMode: 'duration' as const, playLength: 7 }],
  ])('sounds the same for a video that is %s', (_name, fields) => {
    const project = makeProject([scene('a', [], { duration: 1.7 }), scene('b', [video('v', 10, fields)]), scene('c')]);
    const detached = detachAudio(project, 'v', countedIds());
    expect(parseProject(structuredClone(detached)).ok).toBe(true);
    expect(heard(detached)).toEqual(heard(project));
    expect(detached.layers).toMatchObject([{ id: 'n1', type: 'audio', anchor: 'b', link: 'n2' }]);
    expect(findLayer(detached, 'v')?.layer).toMatchObject({ ...fields, isMuted: true, link: 'n2' });
    expect(heard(reattachAudio(detached, 'n1'))).toEqual(heard(project));
    expect(reattachAudio(detached, 'v')).toEqual({ ...project, scenes: project.scenes });
  });

  it('works for a video of the whole project', () => {
    const layers = [{ ...video('v', 4), from: -0.5, anchor: 'b' }];
    const project = good(
      parseProject({ scenes: [scene('a', [], { duration: 2 }), scene('b', [], { duration: 9 })], layers }),
    );
    const detached = detachAudio(project, 'v', countedIds());
    expect(heard(detached)).toEqual(heard(project));
    expect(timesOf(detached, 'n1')[0]).toBe(1.5);
  });

  it('keeps the audio of a hidden video silent', () => {
    const hidden = hideLayers(plain, ['v'], true);
    expect([heard(hidden), heard(detachAudio(hidden, 'v', countedIds()))]).toEqual([[], []]);
  });

  it('keeps audio that does not play as recorded, or not at all', () => {
    for (const other of [{ isMuted: true }, { isReversed: true }, { isBoomeranged: true }, { converted_gif: true }]) {
      const project = makeProject([scene('a', [video('v', 3, other), text('t')])]);
      expect([canDetachAudio(project, 'v'), canDetachAudio(project, 't')]).toEqual([false, false]);
      expect(detachAudio(project, 'v', countedIds())).toBe(project);
    }
    expect(canDetachAudio({ ...plain, isMuted: true }, 'v')).toBe(false);
  });

  it('leaves audio that may begin before its video and end after it', () => {
    const early = trimLayerTime(pair, 'n1', 'start', 2.5);
    expect([timesOf(early, 'n1'), timesOf(early, 'v')]).toEqual([
      [2.5, 12],
      [4, 12],
    ]);
    const late = trimLayerTime(early, 'n1', 'end', 13);
    expect(timesOf(late, 'n1')).toEqual([2.5, 13]);
    expect(heard(late)).toMatchObject([{ url: 'v.mp4', mediaStart: 2.5, mediaEnd: 13 }]);
    // Reattached, it is as long as the video again.
    expect(heard(reattachAudio(late, 'v'))).toEqual(heard(plain));
    // At the start of the video, only what is left of the lead is heard.
    expect(heard(reorderScene(late, 'b', -1))).toMatchObject([{ start: 0, end: 1e7, mediaStart: 3, mediaEnd: 13 }]);
  });

  it('cannot be undone when audio and video are out of sync, not linked or of different files', () => {
    expect(canReattachAudio(pair, 'v')).toBe(true);
    const apart = moveLayersTime(unlinkLayers(pair, ['v']), ['n1'], 0.2);
    expect(canReattachAudio(linkLayers(apart, ['v', 'n1'], countedIds()), 'v')).toBe(false);
    expect(canReattachAudio(unlinkLayers(pair, ['v']), 'v')).toBe(false);
    expect(canReattachAudio(setLayerFields(pair, 'n1', 'audio', { url: 'other.mp4' } as never), 'v')).toBe(false);
  });
});

describe('linked layers', () => {
  it('move together, as far as the first is stopped', () => {
    const later = moveLayersTime(pair, ['v'], 0.25);
    expect([timesOf(later, 'v')[0], timesOf(later, 'n1')[0]]).toEqual([4.25, 4.25]);
    expect(timesOf(moveLayersTime(later, ['n1'], -0.25), 'v')).toEqual(timesOf(pair, 'v'));
    const start = moveLayersTime(pair, ['n1'], -9);
    expect([timesOf(start, 'v')[0], timesOf(start, 'n1')[0]]).toEqual([3, 3]);
    const unlinked = moveLayersTime(unlinkLayers(pair, ['n1']), ['v'], 0.25);
    expect([timesOf(unlinked, 'v')[0], timesOf(unlinked, 'n1')[0]]).toEqual([4.25, 4]);
    expect(timesOf(moveLayersTime(lockLayers(pair, ['n1'], true), ['v'], 0.25), 'n1')[0]).toBe(4);
  });

  it('are split together, and the parts of each side stay linked', () => {
    const split = good(splitLayer(pair, 'v', 4, makeId));
    expect(parseProject(structuredClone(split)).ok).toBe(true);
    const second = ids(split).filter((id) => !ids(pair).includes(id));
    expect(second).toHaveLength(2);
    expect(linkOf(split, second[0] as string)).toBe(linkOf(split, second[1] as string));
    expect(linkOf(split, second[0] as string)).not.toBe(linkOf(split, 'v'));
    expect(second.map((id) => timesOf(split, id))).toEqual([
      [7, 12],
      [7, 12],
    ]);
    expect(heard(split).map(({ start, mediaStart }) => [start, mediaStart])).toEqual([
      [4e6, 4],
      [7e6, 7],
    ]);
  });

  it('go to the side of a cut on which they are', () => {
    const early = trimLayerTime(pair, 'n1', 'end', 6);
    const split = good(splitLayer(early, 'v', 5, makeId));
    expect(ids(split)).toHaveLength(ids(early).length + 1);
    expect([linkOf(split, 'v'), linkOf(split, 'n1')]).toEqual(['n2', 'n2']);
    const second = ids(split).find((id) => !ids(early).includes(id)) as string;
    expect(linkOf(split, second)).toBeUndefined();
  });

  it('are removed together, unless one is locked', () => {
    expect(ids(removeLayers(pair, ['n1']))).toEqual(['t']);
    const locked = removeLayers(lockLayers(pair, ['n1'], true), ['v']);
    expect([ids(locked), linkOf(locked, 'n1')]).toEqual([['t', 'n1'], undefined]);
    expect(ids(removeScene(pair, 'b'))).toEqual([]);
  });

  it('leave no gap together, and later ones move up together', () => {
    const once = good(splitLayer(pair, 'v', 3, makeId));
    const middle = ids(once).find((id) => !ids(pair).includes(id) && findLayer(once, id)?.layer.type === 'video');
    const twice = good(splitLayer(once, middle as string, 5, makeId));
    expect(ids(twice)).toHaveLength(7);
    const closed = rippleRemove(twice, [middle as string]);
    expect(heard(closed).map(({ start, end, mediaStart }) => [start, end, mediaStart])).toEqual([
      [4e6, 6e6, 4],
      [6e6, 1e7, 8],
    ]);
    // The same by the audio half.
    const audio = linkedWith(twice, middle as string).find((id) => id !== middle);
    expect(heard(rippleRemove(twice, [audio as string]))).toEqual(heard(closed));
    const seen = (project: Project) =>
      project.scenes[1]?.layers
        .filter(({ type }) => type === 'video')
        .map(({ from = 0 }) => from + sceneStart(project, 'b'));
    expect(seen(closed)?.toSorted()).toEqual([4, 6]);
  });

  it('stay in sync around a frozen frame and at another speed', () => {
    const frozen = good(freezeFrame(pair, 'v', 4, makeId)).project;
    expect(parseProject(structuredClone(frozen)).ok).toBe(true);
    expect(heard(frozen).map(({ start, mediaStart }) => [start, mediaStart])).toEqual([
      [4e6, 4],
      [(7 + FREEZE_SECONDS) * 1e6, 7],
    ]);
    const lead = trimLayerTime(pair, 'n1', 'start', 3);
    const fast = setMotion(lead, 'v', { speed: 2 });
    expect(heard(fast)).toMatchObject([{ start: 3.5e6, end: 8e6, mediaStart: 3, mediaEnd: 12, speed: 2 }]);
    expect(canReattachAudio(fast, 'v')).toBe(true);
  });

  it('end together when the end of the scene is moved', () => {
    const shorter = moveSceneEnd(pair, 'b', 5);
    expect([timesOf(shorter, 'v')[1], timesOf(shorter, 'n1')[1]]).toEqual([8, 8]);
    const outlasting = trimLayerTime(pair, 'n1', 'end', 13);
    expect(timesOf(moveSceneEnd(outlasting, 'b', 5), 'n1')[1]).toBe(10);
  });

  it('get a link of their own in copies of a scene or of both, and none alone', () => {
    const copied = duplicateScene(pair, 'b', makeId);
    const [, , copy] = copied.scenes;
    const clip = copy?.layers.find(({ type }) => type === 'video');
    expect(areLinked(copied, linkedWith(copied, clip?.id ?? ''))).toBe(true);
    expect(clip?.link).not.toBe(linkOf(copied, 'v'));
    expect(areLinked(copied, ['v', 'n1'])).toBe(true);
    expect(heard(copied).map(({ start }) => start)).toEqual([4e6, 13e6]);
    const doubled = duplicateLayers(
      pair,
      new Map([
        ['v', 'v2'],
        ['n1', 'x2'],
      ]),
      makeId,
    );
    expect([areLinked(doubled, ['v2', 'x2']), areLinked(doubled, ['v', 'n1'])]).toEqual([true, true]);
    expect(linkOf(duplicateLayers(pair, new Map([['v', 'v2']]), makeId), 'v2')).toBeUndefined();
    const layers = pair.scenes[1]?.layers.filter(({ id }) => id === 'v') ?? [];
    const pasted = pasteLayers(pair, 'c', { layers, projectLayers: pair.layers ?? [] }, ['v2', 'x2'], makeId);
    expect(areLinked(pasted, ['v2', 'x2'])).toBe(true);
    // The audio follows the scene into which its video was pasted.
    expect([timesOf(pasted, 'v2')[0], timesOf(pasted, 'x2')[0]]).toEqual([13, 13]);
  });

  it('lose their link when a merge leaves one of them', () => {
    const mine = removeLayers(pair, ['v']);
    const theirs = setLayerFields(pair, 'n1', 'audio', { volume: 0.3 });
    for (const [one, other] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      const { project } = mergeProjects(pair, one, other);
      expect(ids(project).toSorted()).toEqual(['n1', 't']);
      expect(linkOf(project, 'n1')).toBeUndefined();
    }
  });
});
