import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLayer } from '../../engine/edit/find.ts';
import { mapLayers } from '../../engine/project/allLayers.ts';
import { type Parsed, parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { type Lane, type Lanes, lanesOf } from '../../engine/timeline/lanes.ts';
import { type LayerSpan, layerSpans } from '../../engine/timeline/spans.ts';
import { countedIds, good } from '../engine/make.ts';
import { layeredInput, seeded } from './arbitraries.ts';
import { createDice } from './dice.ts';
import { act, actionNames } from './randomActions.ts';

const project = layeredInput.map((input) => good(parseProject(input) as Parsed<Project>));
const overlap = (a: LayerSpan, b: LayerSpan) => a.start < b.end - 1e-3 && b.start < a.end - 1e-3;
const allLanes = ({ visual, audio }: Lanes): Lane[] => [...visual, ...audio];
const laneById = (lanes: readonly Lane[]) =>
  new Map(lanes.flatMap(({ lane, spans }) => spans.map((span) => [span.layer.id, lane] as const)));

describe('lanesOf', () => {
  it('shows every layer once, none over another, and the painting order from bottom to top', () => {
    fc.assert(
      fc.property(project, (one) => {
        const lanes = lanesOf(one);
        const all = layerSpans(one, 'all');
        const shown = allLanes(lanes).flatMap(({ spans }) => spans.map(({ layer }) => layer.id));
        expect(shown.toSorted()).toEqual(all.map(({ layer }) => layer.id).toSorted());
        for (const { spans } of allLanes(lanes)) {
          for (const [i, span] of spans.entries()) {
            expect(spans.slice(i + 1).some((other) => overlap(span, other))).toBe(false);
          }
        }
        const lane = laneById(lanes.visual);
        const seen = all.filter(({ layer }) => lane.has(layer.id));
        for (const [i, back] of seen.entries()) {
          for (const front of seen.slice(i + 1)) {
            if (overlap(back, front)) {
              expect(lane.get(front.layer.id)).toBeGreaterThan(lane.get(back.layer.id) as number);
            }
          }
        }
      }),
      seeded,
    );
  });

  it('keeps all rows when they are stored, or known from before', () => {
    fc.assert(
      fc.property(project, (one) => {
        const lanes = lanesOf(one);
        const places = (of: Lanes) => [laneById(of.visual), laneById(of.audio)];
        const known = laneById(allLanes(lanes));
        const stored = mapLayers(one, (layer) => ({ ...layer, lane: known.get(layer.id) }));
        expect(places(lanesOf(stored))).toEqual(places(lanes));
        expect(places(lanesOf(one, lanes))).toEqual(places(lanes));
      }),
      seeded,
    );
  });

  it('moves a layer to another row only if one behind it is in the way', () => {
    const dice = createDice(7);
    fc.assert(
      fc.property(project, (one) => {
        const makeId = countedIds();
        const scene = dice.pick(one.scenes);
        const layer = scene.layers.length > 0 ? dice.pick(scene.layers) : undefined;
        const edited = act(dice.pick(actionNames), one, { dice, makeId, scene, layer, copied: {} });
        const before = lanesOf(one);
        const after = lanesOf(edited, before);
        const [was, is] = [laneById(before.visual), laneById(after.visual)];
        const spans = after.visual.flatMap(({ spans }) => spans);
        for (const span of spans) {
          const { id } = span.layer;
          const wanted = (findLayer(edited, id)?.layer.lane ?? was.get(id)) as number | undefined;
          if (wanted === undefined || is.get(id) === wanted) continue;
          const isPushed = spans.some((other) => {
            const lane = is.get(other.layer.id) as number;
            return overlap(span, other) && lane >= wanted && lane < (is.get(id) as number);
          });
          expect(isPushed, id).toBe(true);
        }
      }),
      seeded,
    );
  });
});
