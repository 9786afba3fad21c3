import { describe, expect, it } from 'vitest';
import { removeLayer } from '../../../engine/edit/layers.ts';
import { splitLayer } from '../../../engine/edit/layerTime.ts';
import { rippleRemove } from '../../../engine/edit/ripple.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project, ProjectInput } from '../../../engine/project/project.ts';
import { type Lanes, lanesOf } from '../../../engine/timeline/lanes.ts';
import { countedIds, good, image, makeProject, scene, text, video } from '../make.ts';

/** Rows top to bottom: `lane: id start–end, …`. */
function rowsOf({ visual, audio }: Lanes) {
  const row = ({ lane, spans }: Lanes['visual'][number]) =>
    `${lane}: ${spans.map(({ layer, start, end }) => `${layer.id} ${start}–${end}`).join(', ')}`;
  return { visual: visual.map(row), audio: audio.map(row) };
}

const audio = (id: string, duration: number, rest: object = {}) => ({
  ...{ id, type: 'audio' as const, url: `${id}.mp3`, duration },
  ...rest,
});

const made = (input: ProjectInput): Project => good(parseProject(input));

describe('lanesOf', () => {
  it('puts eight cuts of one clip into one row', () => {
    const makeId = countedIds();
    let project = makeProject([scene('a', [text('title', { to: 2 }), video('clip', 40)])]);
    let last = 'clip';
    for (let at = 4; at < 36; at += 4) {
      const before = new Set(project.scenes[0]?.layers.map(({ id }) => id));
      project = good(splitLayer(project, last, at, makeId));
      last = project.scenes[0]?.layers.find(({ id }) => !before.has(id))?.id ?? '';
    }
    const { visual } = lanesOf(project);
    expect(visual.map(({ lane, spans }) => [lane, spans.length])).toEqual([
      [1, 1],
      [0, 9],
    ]);
    expect(lanesOf(rippleRemove(project, ['n2', 'n4'])).visual[1]?.spans).toHaveLength(7);
  });

  it('shares rows across scenes, with layers of the whole project in front where they overlap', () => {
    const project = made({
      scenes: [scene('a', [text('hook', { to: 1 }), video('one', 5)]), scene('b', [video('two', 5)])],
      layers: [image('logo'), text('end', { from: 9, to: 10 }), { ...text('early', { from: 2, to: 4 }), anchor: 'a' }],
    });
    expect(rowsOf(lanesOf(project)).visual).toEqual([
      '2: logo 0–10',
      '1: hook 0–1, early 2–4, end 9–10',
      '0: one 0–5, two 5–10',
    ]);
  });

  it('keeps audio in rows of its own, as long as it plays', () => {
    const project = made({
      scenes: [scene('a', [audio('voice', 2, { from: 1 }), video('one', 6), audio('hit', 1, { from: 3 })])],
      layers: [audio('music', 30), audio('lead', 2, { anchor: 'a', from: -1 })],
    });
    expect(rowsOf(lanesOf(project))).toEqual({
      visual: ['0: one 0–6'],
      audio: ['0: lead -1–1, voice 1–3, hit 3–4', '1: music 0–6'],
    });
  });

  it('keeps a stored lane, unless the layer would be behind a layer that it covers', () => {
    const layers = [text('front', { lane: 0, from: 1, to: 2 }), text('high', { lane: 4, to: 1 }), text('back')];
    const project = makeProject([scene('a', layers, { duration: 3 })]);
    expect(rowsOf(lanesOf(project)).visual).toEqual(['4: high 0–1', '1: front 1–2', '0: back 0–3']);
    const doubled = made({
      scenes: [scene('a', [], { duration: 6 })],
      layers: [audio('first', 3, { lane: 2 }), audio('same', 3, { lane: 2 }), audio('free', 3)],
    });
    expect(rowsOf(lanesOf(doubled)).audio).toEqual(['0: same 0–3', '1: free 0–3', '2: first 0–3']);
  });

  it('leaves layers in their rows when an edit no longer needs them there', () => {
    const layers = (id: string) => [text('top', { to: 2 }), text(id, { to: 2 }), text('back', { to: 2 })];
    const project = makeProject([scene('a', [...layers('middle'), audio('one', 2), audio('two', 2)], { duration: 6 })]);
    const before = lanesOf(project);
    const removed = removeLayer(removeLayer(project, 'middle'), 'one');
    expect(rowsOf(lanesOf(removed))).toEqual({ visual: ['1: top 0–2', '0: back 0–2'], audio: ['0: two 0–2'] });
    expect(rowsOf(lanesOf(removed, before))).toEqual({ visual: ['2: top 0–2', '0: back 0–2'], audio: ['1: two 0–2'] });
    // A new layer takes the first free row, and moves nothing that it does not overlap.
    const more = makeProject([
      scene('a', [text('new', { from: 3, to: 4 }), text('top', { to: 2 }), text('back', { to: 2 })], { duration: 6 }),
    ]);
    expect(rowsOf(lanesOf(more, before)).visual).toEqual(['2: top 0–2', '0: back 0–2, new 3–4']);
  });
});
