import { describe, expect, it } from 'vitest';
import { findLayer, withLayer } from '../../../engine/edit/find.ts';
import { moveLayerTime, splitLayer, trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { mergeProjects } from '../../../engine/edit/mergeProjects.ts';
import { canSpanProject, returnToScene, spanProject } from '../../../engine/edit/projectLayers.ts';
import { duplicateScene, removeScene, reorderScene } from '../../../engine/edit/scenes.ts';
import { withWatermark } from '../../../engine/layout/watermark.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { cueTracks } from '../../../engine/timeline/cueTracks.ts';
import { mayCopy } from '../../../engine/timeline/mayCopy.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { layerSpans, overlaySpan, sceneSpans } from '../../../engine/timeline/spans.ts';

const still = (id: string, duration: number, layers: object[] = []) => ({ id, duration, isImageVideo: true, layers });

/** Three scenes of 2, 3 and 4 s, with these layers of the whole project. */
function made(layers: object[], rest: object = {}): Project {
  const scenes = [still('a', 2, [{ id: 'own', type: 'text' }]), still('b', 3), still('c', 4)];
  const parsed = parseProject({ scenes, layers, ...rest });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

const spans = (project: Project) =>
  layerSpans(project)
    .filter(({ sceneIndex }) => sceneIndex < 0)
    .map(({ layer, start, end }) => [layer.id, start, end]);
const makeIds = () => {
  let next = 0;
  return () => `new${next++}`;
};

describe('layers of the whole project', () => {
  it('last as long as the video unless they have times', () => {
    const project = made([
      { id: 'logo', type: 'text' },
      { id: 'late', type: 'text', from: 1.5, to: 4 },
    ]);
    expect(spans(project)).toEqual([
      ['late', 1.5, 4],
      ['logo', 0, 9],
    ]);
  });

  it('follow their scene wherever it goes', () => {
    const project = made([{ id: 'voice', type: 'text', anchor: 'b', from: -0.5, to: 1 }]);
    expect(spans(project)).toEqual([['voice', 1.5, 3]]);
    expect(spans(reorderScene(project, 'b', 1))).toEqual([['voice', 5.5, 7]]);
    expect(spans(reorderScene(project, 'b', -1))).toEqual([['voice', -0.5, 1]]);
  });

  it('need version 2 of the format, which is derived', () => {
    expect(made([{ id: 'logo', type: 'text' }], { version: 1 }).version).toBe(2);
    const plain = made([], { version: 2 });
    expect([plain.version, 'layers' in plain]).toEqual([1, false]);
  });

  it('are in front of all scenes and of their transitions', () => {
    const project = made([{ id: 'logo', type: 'text', from: 1 }]);
    const scenes = project.scenes.with(1, {
      ...(project.scenes[1] as Project['scenes'][0]),
      transition: { type: 'slide', duration: 1, side: 'left' } as never,
    });
    const all = sceneSpans({ ...project, scenes });
    const at = (t: number) => {
      const { layers, overlaid, outgoing } = resolveFrame(all, t);
      return [layers.map(({ layer }) => layer.id), overlaid, outgoing?.frame.layers.map(({ layer }) => layer.id)];
    };
    expect(at(0.5)).toEqual([['own'], 0, undefined]);
    expect(at(1.5)).toEqual([['own', 'logo'], 1, undefined]);
    expect(at(2.5)).toEqual([['logo'], 1, ['own']]);
    expect(at(9)).toEqual([['logo'], 1, undefined]);
  });

  it('keep their own time where scenes start between frames', () => {
    const project = made([{ id: 'film', type: 'video', url: 'a.mp4', duration: 20, from: 0.5 }]);
    const grid = [0, 2.1, 5.05].map((first) => ({ first, last: first + 1 }));
    const { layers } = resolveFrame(sceneSpans(project), 2.1, { grid });
    expect(layers[0]?.mediaTime).toBeCloseTo(1.6, 9);
  });

  it('sound from where the video begins if they start before it', () => {
    const voice = { id: 'voice', type: 'audio', url: 'a.mp3', duration: 10, anchor: 'a', from: -1.5, to: 4 };
    const [clip, ...others] = soundtrack(made([{ ...voice, speed: 2 }]));
    expect(others).toEqual([]);
    expect(clip).toMatchObject({ start: 0, mediaStart: 3, mediaEnd: 10 });
    expect(clip?.end).toBeCloseTo(3.5, 9);
  });

  it('are subtitles of the whole video', () => {
    const cues = [{ id: 'x', startTime: 1.5, endTime: 3, text: 'Across the cut' }];
    expect(cueTracks(made([{ id: 'said', type: 'subtitles', cues }]))).toEqual([
      { cues: [expect.objectContaining({ startTime: 1.5, endTime: 3 })] },
    ]);
  });

  it('keep a video from being copied unless they are hidden', () => {
    const film = { id: 'v', type: 'video', url: 'a.mp4', duration: 5, width: 1280, height: 1280 };
    const body = (logo: object) => ({
      scenes: [{ id: 's', layers: [film] }],
      layers: [{ id: 'l', type: 'text', ...logo }],
    });
    const copied = [{}, { isHidden: true }].map((logo) => {
      const parsed = parseProject(body(logo));
      return parsed.ok && mayCopy(parsed.value);
    });
    expect(copied).toEqual([false, true]);
  });

  it('are behind the watermark', () => {
    const project = made([{ id: 'logo', type: 'text' }], { withCustomWatermark: true, watermarkText: 'Mine' });
    expect(overlaySpan(withWatermark(project))?.layers.map(({ layer }) => layer.id)).toEqual(['logo', 'watermark-0']);
  });
});

describe('edits of layers of the whole project', () => {
  const project = made([{ id: 'voice', type: 'text', anchor: 'b', from: -0.5, to: 1 }]);

  it('count in seconds of the video, and keep the scene that they follow', () => {
    expect(findLayer(project, 'voice')?.layer).toMatchObject({ from: 1.5, to: 3 });
    expect(moveLayerTime(project, 'voice', 4).layers).toMatchObject([{ anchor: 'b', from: 2, to: 3.5 }]);
    expect(trimLayerTime(project, 'voice', 'end', 6).layers).toMatchObject([{ anchor: 'b', from: -0.5, to: 4 }]);
    expect(withLayer(project, 'voice', (layer) => ({ ...layer, name: 'Voice' })).layers).toMatchObject([
      { name: 'Voice', anchor: 'b', from: -0.5 },
    ]);
  });

  it('split at a moment of the video', () => {
    const split = splitLayer(project, 'voice', 2.25, makeIds());
    expect(split.ok && spans(split.value)).toEqual([
      ['voice', 1.5, 2.25],
      ['new0', 2.25, 3],
    ]);
  });

  it('remove and duplicate what follows a scene with the scene', () => {
    expect(removeScene(project, 'b').layers).toBe(undefined);
    expect(removeScene(project, 'b').version).toBe(1);
    expect(removeScene(project, 'a').layers).toHaveLength(1);
    const doubled = duplicateScene(project, 'b', makeIds());
    expect(spans(doubled)).toEqual([
      ['voice', 1.5, 3],
      ['new1', 4.5, 6],
    ]);
  });

  it('move a layer of a scene to the whole video and back', () => {
    const plain = made([]);
    const spanned = spanProject(plain, 'own');
    expect(spanned.scenes[0]?.layers).toEqual([]);
    expect(spans(spanned)).toEqual([['own', 0, 9]]);
    const back = returnToScene(spanned, 'own', 'c');
    expect(back.layers).toBe(undefined);
    expect(back.scenes[2]?.layers).toMatchObject([{ id: 'own', type: 'text' }]);
    expect(parseProject(back).ok && parseProject(spanned).ok).toBe(true);
  });

  it('leave the only video of a scene in it', () => {
    const parsed = parseProject({
      scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: 'a.mp4', duration: 5 }] }],
    });
    expect(parsed.ok && canSpanProject(parsed.value, 'v')).toBe(false);
  });

  it('merge from two sides, and stay in place if their scene is gone', () => {
    const mine = removeScene(project, 'b');
    const theirs = withLayer(project, 'voice', (layer) => ({ ...layer, name: 'Voice' }));
    const { project: merged } = mergeProjects(project, mine, theirs);
    expect(merged.scenes.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(merged.layers).toMatchObject([{ id: 'voice', name: 'Voice', from: 1.5, to: 3 }]);
    expect(merged.layers?.[0]).not.toHaveProperty('anchor');
    const added = spanProject(project, 'own');
    expect(mergeProjects(project, added, theirs).project.layers).toMatchObject([{ id: 'own' }, { name: 'Voice' }]);
  });
});
