import { proxy, ref, subscribe } from 'valtio/vanilla';
import { amend, type History, newHistory, record, redo, undo } from '../../engine/edit/history.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import { newId } from '../../engine/project/id.ts';
import { factsIn, type MediaFacts } from '../../engine/project/media.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import type { Unproxied } from '../state/unproxied.ts';
import { patiently } from '../studio/state/lazyPart.ts';
import { leaveDrafts, withLeft } from './leftDrafts.ts';
import { type Draft, storedDrafts } from './storedDrafts.ts';

/** Settings that are about one file, and go with it. */
const OF_THE_FILE = ['isTrimmed', 'startTime', 'endTime', 'jpegTimestamp', 'removedSpans'];

/** Settings that are about the sound that is worked on, or that is added. */
const OF_THE_SOUND = ['audioIsTrimmed', 'audioTrimStartTime', 'audioTrimEndTime'];

/** Changes of one setting that follow each other within this time are one step of undo, milliseconds. */
const STEP_MS = 1000;

const emptyDraft: Draft = { sources: [], settings: {} };

const stored = storedDrafts();
const begun = withLeft(stored);

/** The drafts of all tools with what undo and redo bring back, by the tool's id. They outlive the page; undo does not. */
export const works = proxy<Record<string, Unproxied<History<Draft>>>>(
  Object.fromEntries(Object.entries(begun).map(([id, draft]) => [id, ref(newHistory(draft))])),
);

let keeping: Promise<() => void> | undefined;

/** Has the drafts stored beyond this page, and what other windows stored of the same work taken over. */
export function keep(): void {
  keeping ??= patiently(() => import('./keepDrafts.ts')).then(({ keepDrafts }) => {
    isKept = true;
    return keepDrafts(works, stored);
  });
  // Without it they last as long as the page; the next change tries again.
  keeping.then(
    (changed) => changed(),
    () => (keeping = undefined),
  );
}
let isKept = false;
subscribe(works, keep);
addEventListener('storage', keep);
// Who leaves before it has come finds the drafts again all the same.
addEventListener('pagehide', () => isKept || leaveDrafts(works, begun));
if (begun !== stored) keep();

/** Puts a draft with its steps in the place of what there is. */
export function put(id: string, history: History<Draft>): void {
  works[id] = ref(history);
}

/** The draft of a tool; an empty one where there is none yet. */
export function draftOf({ id }: Pick<Tool, 'id'>): Draft {
  return works[id]?.present ?? emptyDraft;
}

/** What was changed last, and when; changes of the same soon after go into the same step of undo. */
let latest = { step: '', at: 0 };

/**
 * Changes a draft.
 * @param edit makes the next draft; the same one again changes nothing.
 * @param step what is changed: changes of the same that soon follow each other are one step of undo, those of one that begins with
 * "drag " until `endStep`. Default: a step of its own.
 */
export function editDraft(tool: Pick<Tool, 'id'>, edit: (draft: Draft) => Draft, step = ''): void {
  const history = works[tool.id] ?? newHistory(emptyDraft);
  const next = edit(history.present);
  if (next === history.present) return;
  const name = step && `${tool.id} ${step}`;
  // A pointer may rest while it drags.
  const isSoon = step.startsWith('drag ') || Date.now() - latest.at < STEP_MS;
  const isSame = name !== '' && name === latest.step && isSoon;
  latest = { step: name, at: Date.now() };
  put(tool.id, isSame ? amend(history, next) : record(history, next));
}

/** Ends a step of undo: the next change is one of its own. */
export function endStep(): void {
  latest = { step: '', at: 0 };
}

/** Takes the last step of a draft back. */
export function undoDraft({ id }: Pick<Tool, 'id'>): void {
  endStep();
  if (works[id]) put(id, undo(works[id]));
}

/** Does again what was taken back. */
export function redoDraft({ id }: Pick<Tool, 'id'>): void {
  endStep();
  if (works[id]) put(id, redo(works[id]));
}

/** Sets every setting of a tool to its default; the files stay. */
export function resetDraft(tool: Pick<Tool, 'id'>): void {
  editDraft(tool, (draft) => (Object.keys(draft.settings).length > 0 ? { ...draft, settings: {} } : draft));
}

/** Which audio track of its files a draft chooses, from 1; undefined: the file's own choice. */
export function trackOf({ settings }: Draft): number | undefined {
  return typeof settings.audioTrack === 'number' ? settings.audioTrack : undefined;
}

/** Sets a field of a tool's form. @param value undefined: its default. */
export function setField(tool: Pick<Tool, 'id'>, name: string, value: unknown): void {
  setFields(tool, { [name]: value });
}

/** Sets several fields as one step. @param values undefined: the default. */
export function setFields(tool: Pick<Tool, 'id'>, values: Readonly<Record<string, unknown>>): void {
  const isNew = ({ settings }: Draft) => Object.entries(values).some(([name, value]) => settings[name] !== value);
  const edit = (draft: Draft) =>
    isNew(draft) ? { ...draft, settings: withoutUndefined({ ...draft.settings, ...values }) } : draft;
  editDraft(tool, edit, Object.keys(values).join(' '));
}

/** Gives a tool files, beside those that it has where there is room, else in their place. */
export function giveSources(tool: Tool, media: readonly ChosenMedia[]): void {
  const { max, kinds } = tool.inputs;
  const given = media.map((one) => (max > 1 ? { ...factsOf(one), id: newId() } : factsOf(one)));
  // Of a tool for sounds the sound is the file itself.
  const isSound = kinds.length === 1 && kinds[0] === 'audio';
  const gone = [...OF_THE_FILE, ...(isSound ? OF_THE_SOUND : [])];
  editDraft(tool, (draft) => ({
    ...draft,
    sources: (max > 1 ? [...draft.sources, ...given] : given).slice(0, max),
    settings: max === 1 ? without(draft.settings, gone) : draft.settings,
  }));
}

/** Gives a tool the file that it takes beside the others, in the place of the one it has; undefined takes it away. */
export function giveBeside(tool: Pick<Tool, 'id'>, media: ChosenMedia | undefined): void {
  editDraft(tool, ({ beside: _, ...draft }) => ({
    ...draft,
    ...(media ? { beside: factsOf(media) } : {}),
    settings: without(draft.settings, OF_THE_SOUND),
  }));
}

/** Takes a file out of a tool. @param index its place among the sources. */
export function dropSource(tool: Pick<Tool, 'id'>, index: number): void {
  editDraft(tool, (draft) => ({ ...draft, sources: draft.sources.filter((_, place) => place !== index) }));
}

function factsOf({ source, pastedUrl, ...media }: ChosenMedia): ChosenMedia {
  const origin = source === undefined || pastedUrl === undefined ? {} : { source, pastedUrl };
  return { url: media.url, ...(factsIn(media) as MediaFacts), ...origin };
}

/** Settings but for some of them. */
export function without(settings: Draft['settings'], names: readonly string[]): Draft['settings'] {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
}

function withoutUndefined(settings: Draft['settings']): Draft['settings'] {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
