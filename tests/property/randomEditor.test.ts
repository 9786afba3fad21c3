import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { scenesAndOverlay } from '../../engine/edit/find.ts';
import { amend, type History, MAX_UNDO_STEPS, newHistory, record, redo, undo } from '../../engine/edit/history.ts';
import { newProject } from '../../engine/edit/newProject.ts';
import { allLayers } from '../../engine/project/allLayers.ts';
import { isStill } from '../../engine/project/output.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { sceneDuration } from '../../engine/timeline/durations.ts';
import { countedIds } from '../engine/make.ts';
import { createDice, type Dice } from './dice.ts';
import type { Hand } from './hand.ts';
import { act, actionNames } from './randomActions.ts';

/** CUTROOM_LONG=1 adds seeds. */
const seeds = [1, 2, 3, 20_261, ...(process.env.CUTROOM_LONG ? [5, 8, 13, 21] : [])];
const stepsPerSeed = 2000;
/** With more layers than this, only actions that add none are chosen. */
const mostLayers = 24;

/** Expected results of undo and redo: the serialized steps and the index of the current one. */
interface Ledger {
  bytes: string[];
  at: number;
}

describe('random editing', () => {
  it.each(seeds)('keeps a valid project and exact undo and redo (seed %d)', (seed) => {
    const dice = createDice(seed);
    const hand = { dice, makeId: countedIds(), copied: {} };
    let history = newHistory(frozen(newProject(hand.makeId)));
    const ledger: Ledger = { bytes: [JSON.stringify(history.present)], at: 0 };
    const log: string[] = [];
    for (let step = 0; step < stepsPerSeed; step += 1) {
      const before = history;
      history = nextStep(history, ledger, hand, log);
      if (JSON.stringify(history.present) !== ledger.bytes[ledger.at])
        throw failure(seed, log, 'other bytes than it had');
      if (history.present !== before.present) checkProject(history.present, seed, log);
    }
    expect(backAndForth(history)).toEqual(ledger.bytes.slice(-history.past.length - history.future.length - 1));
    expect(log.length).toBeGreaterThan(stepsPerSeed / 4);
  });

  it('covers every action', () => {
    const dice = createDice(seeds[0] ?? 0);
    const met = new Set(Array.from({ length: stepsPerSeed * seeds.length }, () => dice.pick(actionNames)));
    expect(met).toEqual(new Set(actionNames));
  });
});

function nextStep(
  history: History<Project>,
  ledger: Ledger,
  hand: Omit<Hand, 'scene' | 'layer'>,
  log: string[],
): History<Project> {
  const roll = hand.dice.random();
  if (roll < 0.12) return travel(undo(history), history, ledger, -1);
  if (roll < 0.2) return travel(redo(history), history, ledger, 1);
  const name = pickAction(history.present, hand.dice);
  log.push(name);
  const edited = frozen(edit(name, history.present, hand));
  if (edited === history.present) return history;
  const amends = roll < 0.3 && history.past.length > 0;
  ledger.bytes.splice(amends ? ledger.at : ledger.at + 1, Infinity, JSON.stringify(edited));
  ledger.at = ledger.bytes.length - 1;
  return amends ? amend(history, edited) : record(history, edited);
}

function travel(after: History<Project>, before: History<Project>, ledger: Ledger, way: 1 | -1): History<Project> {
  if (after !== before) ledger.at += way;
  return after;
}

function edit(name: string, project: Project, hand: Omit<Hand, 'scene' | 'layer'>): Project {
  const { dice } = hand;
  // The layers of the whole project are edited like those of a scene.
  const scene = dice.pick(scenesAndOverlay(project));
  const layer = scene.layers.length > 0 ? dice.pick(scene.layers) : undefined;
  return act(name, project, { ...hand, scene, layer });
}

function pickAction(project: Project, dice: Dice): string {
  const isFull = allLayers(project).length > mostLayers || project.scenes.length > 8;
  const fit = isFull ? actionNames.filter((name) => !/^(add|paste|duplicate)/.test(name)) : actionNames;
  return dice.pick(fit);
}

/** Checks everything that must hold after any edit. */
function checkProject(project: Project, seed: number, log: string[]): void {
  const again = parseProject(JSON.parse(JSON.stringify(project)));
  if (!again.ok)
    throw failure(seed, log, again.problems.map(({ pointer, message }) => `${pointer} ${message}`).join(' '));
  // The matcher takes ten times as long, and treats missing and undefined fields alike.
  if (!isDeepStrictEqual(again.value, project)) expect(again.value).toEqual(project);
  if (isStill(project) && project.scenes.length > 1) throw failure(seed, log, 'a still of several scenes');
  const links = allLayers(project).flatMap(({ link }) => link ?? []);
  if (links.some((link) => links.filter((other) => other === link).length === 1))
    throw failure(seed, log, 'a lone link');
  for (const scene of project.scenes) {
    if (!(sceneDuration(project, scene) >= 0)) throw failure(seed, log, 'a scene without a length');
  }
}

function failure(seed: number, log: readonly string[], what: string): Error {
  return new Error(`Seed ${seed}, after ${log.length} actions, the last ${log.slice(-5).join(', ')}: ${what}`);
}

/** All steps serialized: back to the first retained one, then forward to the last. */
function backAndForth(history: History<Project>): string[] {
  let at = history;
  for (let i = 0; i < MAX_UNDO_STEPS; i += 1) at = undo(at);
  const bytes = [JSON.stringify(at.present)];
  while (at.future.length > 0) {
    at = redo(at);
    bytes.push(JSON.stringify(at.present));
  }
  return bytes;
}

/** Deeply freezes a value, so that an edit that modifies its input throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
  return value;
}
