import { describe, expect, it } from 'vitest';
import { scenesAndOverlay } from '../../engine/edit/find.ts';
import { withCuesFollowing } from '../../engine/edit/followSpeech.ts';
import { removeLayer } from '../../engine/edit/layers.ts';
import { moveLayerTime, splitLayer, trimLayerTime } from '../../engine/edit/layerTime.ts';
import { setMotion } from '../../engine/edit/motion.ts';
import { rippleRemove } from '../../engine/edit/ripple.ts';
import { addScene, duplicateScene, removeScene, reorderScene } from '../../engine/edit/scenes.ts';
import { splitScene } from '../../engine/edit/splitScene.ts';
import { isVideo } from '../../engine/kinds/families.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { runLength } from '../../engine/timeline/durations.ts';
import { mediaTimeAt } from '../../engine/timeline/mediaTime.ts';
import { layerSpans } from '../../engine/timeline/spans.ts';
import { countedIds, good, scene, text, video } from '../engine/make.ts';
import { createDice, type Dice } from './dice.ts';

/** Length of each cue, in seconds of its file. */
const LENGTH = 1;

/** Scenes of one or two consecutive clips, each from a file of its own, and a cue for every third second of speech. */
function spokenProject(dice: Dice): Project {
  let file = 0;
  const scenes = Array.from({ length: 2 + Math.floor(dice.random() * 4) }, (_, s) => {
    let from = 0;
    const clips = Array.from({ length: 1 + Math.floor(dice.random() * 2) }, () => {
      const length = 6 + Math.floor(dice.random() * 60) / 10;
      const startTime = Math.floor(dice.random() * 30) / 10;
      const speed = dice.pick([1, 1, 2, 0.5]);
      const trim = { isTrimmed: true, startTime, endTime: startTime + length, speed };
      const clip = video(`v${file++}`, 40, { ...trim, ...(from > 0 ? { from } : {}), isReversed: dice.chance(0.2) });
      from = Math.round((from + length / speed) * 1e6) / 1e6;
      return clip;
    });
    return scene(`s${s}`, [text(`t${s}`), ...clips]);
  });
  const bare = good(parseProject({ scenes }));
  const cues = layerSpans(bare).flatMap(({ layer, media, start }): Cue[] => {
    if (!media) return [];
    const end = start + runLength(media);
    const length = LENGTH / media.speed;
    return [0.2, 0.55, 0.85].flatMap((share) => {
      const at = start + share * (end - start - length);
      const second = mediaTimeAt({ layer, media, start, end } as never, at);
      const said = `${'url' in layer ? layer.url : ''}@${(media.isReversed ? second - LENGTH : second).toFixed(3)}`;
      return [{ id: said, text: said, startTime: at, endTime: at + length }];
    });
  });
  return good(parseProject({ scenes, layers: [{ id: 'said', type: 'subtitles', cues }] }));
}

const edits: Record<string, (project: Project, dice: Dice, makeId: () => string) => Project> = {
  reorder: (project, dice) => reorderScene(project, dice.pick(project.scenes).id, dice.pick([-2, -1, 1, 2])),
  duplicate: (project, dice, makeId) =>
    project.scenes.length < 7 ? duplicateScene(project, dice.pick(project.scenes).id, makeId) : project,
  remove: (project, dice) => removeScene(project, dice.pick(project.scenes).id),
  add: (project, _, makeId) => addScene(project, makeId),
  split: (project, dice, makeId) => {
    const split = splitLayer(project, clipOf(project, dice), dice.random() * 12, makeId);
    return split.ok ? split.value : project;
  },
  splitScene: (project, dice, makeId) => {
    const split = splitScene(project, dice.pick(project.scenes).id, 1 + dice.random() * 10, makeId);
    return split.ok ? split.value : project;
  },
  delete: (project, dice) => removeLayer(project, clipOf(project, dice)),
  ripple: (project, dice) => rippleRemove(project, [clipOf(project, dice)]),
};

/** Edits after which clips may overlap, so that it is open whose speech a cue is. */
const lastEdits: typeof edits = {
  ...edits,
  move: (project, dice) => moveLayerTime(project, clipOf(project, dice), dice.random() * 15),
  trim: (project, dice) =>
    trimLayerTime(project, clipOf(project, dice), dice.pick(['start', 'end'] as const), dice.random() * 15),
  speed: (project, dice) => setMotion(project, clipOf(project, dice), { speed: dice.pick([0.5, 1, 2, 3]) }),
};

function clipOf(project: Project, dice: Dice): string {
  const clips = scenesAndOverlay(project).flatMap(({ layers }) => layers.filter(isVideo));
  return clips.length > 0 ? dice.pick(clips).id : '';
}

const cuesOf = ({ layers = [] }: Project) => layers.flatMap((layer) => (layer.type === 'subtitles' ? layer.cues : []));

/** Where a second of a file is played, in seconds of the video; undefined if nowhere. */
function placesOf(project: Project, url: string, second: number): number[] {
  return layerSpans(project).flatMap(({ layer, media, start, end }) => {
    if (!media || !('url' in layer) || layer.url !== url || second < media.start || second > media.end) return [];
    const t = start + (media.isReversed ? media.end - second : second - media.start) / media.speed;
    return t <= end + 1e-6 ? [t] : [];
  });
}

describe('withCuesFollowing', () => {
  it('copies the cues of a duplicated scene', () => {
    const dice = createDice(3);
    const project = spokenProject(dice);
    const makeId = countedIds();
    const first = project.scenes[0]?.id ?? '';
    const texts = cuesOf(project).map((cue) => cue.text);
    const doubled = withCuesFollowing(project, duplicateScene(project, first, makeId), makeId);
    const ofScene = texts.filter(
      (said) => placesOf(doubled, said.split('@')[0] ?? '', Number(said.split('@')[1])).length > 1,
    );
    expect(ofScene.length).toBeGreaterThan(1);
    expect(
      cuesOf(doubled)
        .map((cue) => cue.text)
        .toSorted(),
    ).toEqual([...texts, ...ofScene].toSorted());
    expect(parseProject(JSON.parse(JSON.stringify(doubled))).ok).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('keeps every cue at its speech, and loses only what was cut (seed %d)', (seed) => {
    const dice = createDice(seed);
    for (let round = 0; round < 15; round += 1) {
      const makeId = countedIds();
      let project = spokenProject(dice);
      const log: string[] = [];
      const step = (table: typeof edits) => {
        const name = dice.pick(Object.keys(table));
        log.push(name);
        const before = cuesOf(project).map((cue) => cue.text);
        project = withCuesFollowing(project, table[name]?.(project, dice, makeId) as Project, makeId);
        const after = cuesOf(project).map((cue) => cue.text);
        // What was lost before may be played again after a trim.
        for (const said of before) {
          const [url = '', second = ''] = said.split('@');
          const isPlayed = [0, 0.5, 1].every(
            (share) => placesOf(project, url, Number(second) + share * LENGTH).length > 0,
          );
          if (isPlayed) expect(after, log.join()).toContain(said);
        }
      };
      for (let i = Math.floor(dice.random() * 8); i > 0; i -= 1) step(edits);
      step(lastEdits);
      expect(parseProject(JSON.parse(JSON.stringify(project))).ok, log.join()).toBe(true);
      const left = cuesOf(project);
      for (const { id, text: said, startTime, endTime } of left) {
        const [url = '', second = ''] = said.split('@');
        // A cue that was cut at an end shows less of its second.
        const inside = (share: number) => placesOf(project, url, Number(second) + share * LENGTH);
        const isHere = [0.02, 0.5, 0.98].some((share) =>
          inside(share).some((t) => t > startTime - 0.02 && t < endTime + 0.02),
        );
        expect(isHere, `${log.join()}: ${id} at ${startTime}`).toBe(true);
      }
    }
  });
});
