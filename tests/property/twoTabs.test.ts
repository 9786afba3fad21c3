import { describe, expect, it } from 'vitest';
import { scenesAndOverlay } from '../../engine/edit/find.ts';
import { withCuesFollowing } from '../../engine/edit/followSpeech.ts';
import { isEqualJson, mergeProjects } from '../../engine/edit/mergeProjects.ts';
import { allLayers } from '../../engine/project/allLayers.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { countedIds, good, scene, text, video } from '../engine/make.ts';
import { createDice, type Dice } from './dice.ts';
import { act, actionNames } from './randomActions.ts';

const EDITS_PER_SEED = 250;
/** With more layers than this, only actions that add none are chosen. */
const MOST_LAYERS = 24;

const start = good(
  parseProject({
    scenes: [scene('a', [text('title'), video('one', 8)]), scene('b', [video('two', 6)])],
    layers: [
      { id: 'said', type: 'subtitles', cues: [{ id: 'c', text: 'Hello there', startTime: 1, endTime: 2 }] },
      { id: 'logo', type: 'text', text: 'Logo' },
      { id: 'lead', type: 'audio', url: 'lead.mp3', duration: 5, anchor: 'b', from: -1 },
    ],
  }),
);

/** A window with the project, and the version that it last shared. */
interface Tab {
  project: Project;
  shared: Project;
}

function edited(project: Project, dice: Dice, makeId: () => string, copied: object): Project {
  const isFull = allLayers(project).length > MOST_LAYERS || project.scenes.length > 8;
  const names = isFull ? actionNames.filter((name) => !/^(add|paste|duplicate)/.test(name)) : actionNames;
  const where = dice.pick(scenesAndOverlay(project));
  const layer = where.layers.length > 0 ? dice.pick(where.layers) : undefined;
  const next = act(dice.pick(names), project, { dice, makeId, copied, scene: where, layer });
  return withCuesFollowing(project, next, makeId);
}

/** Fields that change together, so that one side decides about all of them. */
const together = [
  ['type', 'url', 'width', 'height', 'duration', 'fps', 'isTrimmed', 'startTime', 'endTime'],
  ['from', 'to', 'anchor'],
];

/** Returns what a merge lost: additions, and changes that only one side made. */
function lostIn(merged: Project, base: Project, sides: readonly Project[]): string[] {
  const byId = (project: Project) => new Map(allLayers(project).map((layer) => [layer.id, layer]));
  const [all, was] = [byId(merged), byId(base)];
  const [mine, theirs] = sides.map(byId) as [Map<string, Layer>, Map<string, Layer>];
  const fieldOf = (layer: Layer | undefined, name: string) => (layer as Record<string, unknown> | undefined)?.[name];
  return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((id) => {
    const [b, m, t, now] = [was.get(id), mine.get(id), theirs.get(id), all.get(id)];
    if (!now) return m && t ? [`${id} is gone`] : !b ? [`${id}, which was added, is gone`] : [];
    if (!b || !m || !t || m.type !== t.type || m.type !== b.type) return [];
    const names = new Set([...Object.keys(m), ...Object.keys(t)]);
    return [...names].flatMap((name) => {
      const group = together.find((fields) => fields.includes(name)) ?? [name];
      const changedBy = (side: Layer) => group.some((field) => !isEqualJson(fieldOf(b, field), fieldOf(side, field)));
      // The cues of a layer are merged one by one, and a link goes with the last layer but one.
      if (changedBy(m) === changedBy(t) || name === 'cues' || name === 'link') return [];
      const side = changedBy(m) ? m : t;
      return isEqualJson(fieldOf(now, name), fieldOf(side, name)) ? [] : [`${id} lost its ${name}`];
    });
  });
}

describe('two tabs with layers of the whole project', () => {
  it.each([1, 2, 3, 4])('lose no addition and no change in 250 random edits (seed %d)', (seed) => {
    const dice = createDice(seed);
    const makeId = countedIds();
    let stored = start;
    const tabs: Tab[] = [0, 1].map(() => ({ project: start, shared: start }));
    const copied = {};
    const share = (tab: Tab, step: number) => {
      const { project: merged } = mergeProjects(tab.shared, tab.project, stored);
      const parsed = parseProject(JSON.parse(JSON.stringify(merged)));
      expect(parsed.ok ? [] : parsed.problems, `after ${step} edits`).toEqual([]);
      expect(lostIn(merged, tab.shared, [tab.project, stored]), `after ${step} edits`).toEqual([]);
      stored = JSON.parse(JSON.stringify(merged)) as Project;
      Object.assign(tab, { project: merged, shared: merged });
    };
    for (let step = 0; step < EDITS_PER_SEED; step += 1) {
      const tab = dice.pick(tabs);
      tab.project = edited(tab.project, dice, makeId, copied);
      if (dice.chance(0.3)) share(dice.pick(tabs), step);
    }
    for (const tab of [...tabs, ...tabs]) share(tab, EDITS_PER_SEED);
    expect(isEqualJson(tabs[0]?.project, tabs[1]?.project)).toBe(true);
    const links = allLayers(stored).flatMap(({ link }) => link ?? []);
    expect(links.filter((link) => links.filter((other) => other === link).length === 1)).toEqual([]);
  });
});
