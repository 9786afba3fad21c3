import { proxy, ref, subscribe } from 'valtio/vanilla';
import { amend, type History, newHistory, record, redo, undo } from '../../engine/edit/history.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import { newId } from '../../engine/project/id.ts';
import { factsIn, type MediaFacts } from '../../engine/project/media.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { loadWithRetry } from '../app/lazyPart.ts';
import { DRAFTS_KEY, type Draft, draftsIn, storedDrafts } from '../client/drafts/storedDrafts.ts';
import type { Unproxied } from '../client/page/unproxied.ts';

/** Storage key of drafts that changed before the module that stores them was loaded; null means reset. */
const LEFT_KEY = `${DRAFTS_KEY}-left`;

/** Stores the changed drafts in this window's session storage when the page closes. @param begun the drafts at load. */
function stashDrafts(
  works: Readonly<Record<string, { readonly present: Draft }>>,
  begun: Readonly<Record<string, Draft>>,
): void {
  const ids = [...new Set([...Object.keys(works), ...Object.keys(begun)])];
  const left = ids.flatMap((id) => (works[id]?.present === begun[id] ? [] : [[id, works[id]?.present ?? null]]));
  try {
    if (left.length > 0) sessionStorage.setItem(LEFT_KEY, JSON.stringify(Object.fromEntries(left)));
  } catch {
    // Storage is full or missing.
  }
}

/** Returns the stored drafts with those of `leaveDrafts`, once; the same object if there are none. */
function withStashedDrafts(stored: Record<string, Draft>): Record<string, Draft> {
  try {
    const text = sessionStorage.getItem(LEFT_KEY);
    if (text === null) return stored;
    sessionStorage.removeItem(LEFT_KEY);
    const isReset = new Set(
      Object.entries(JSON.parse(text) ?? {}).flatMap(([id, draft]) => (draft === null ? [id] : [])),
    );
    const kept = Object.entries(stored).filter(([id]) => !isReset.has(id));
    return { ...Object.fromEntries(kept), ...draftsIn(text) };
  } catch {
    return stored;
  }
}

/** Settings that belong to one file and are removed with it. */
const OF_THE_FILE = ['isTrimmed', 'startTime', 'endTime', 'jpegTimestamp', 'removedSpans'];

/** Settings that belong to the audio that is edited or added. */
const OF_THE_SOUND = ['audioIsTrimmed', 'audioTrimStartTime', 'audioTrimEndTime'];

/** Successive changes of one setting within this time form one undo step, in milliseconds. */
const STEP_MS = 1000;

const emptyDraft: Draft = { sources: [], settings: {} };

const stored = storedDrafts();
const begun = withStashedDrafts(stored);

/** Drafts of all tools with their undo history, by tool id. Drafts outlive the page; the history does not. */
export const draftHistories = proxy<Record<string, Unproxied<History<Draft>>>>(
  Object.fromEntries(Object.entries(begun).map(([id, draft]) => [id, ref(newHistory(draft))])),
);

let keeping: Promise<() => void> | undefined;

/** Starts storing drafts beyond this page and syncing the same work from other windows. */
export function persistDrafts(): void {
  keeping ??= loadWithRetry(() => import('../client/drafts/syncDrafts.ts')).then(({ syncDrafts }) => {
    isKept = true;
    return syncDrafts(draftHistories, stored);
  });
  // If loading fails, drafts last as long as the page; the next change retries.
  keeping.then(
    (changed) => changed(),
    () => (keeping = undefined),
  );
}
let isKept = false;
subscribe(draftHistories, persistDrafts);
addEventListener('storage', persistDrafts);
// Stores the drafts if the page closes before that module is loaded.
addEventListener('pagehide', () => isKept || stashDrafts(draftHistories, begun));
if (begun !== stored) persistDrafts();

/** Replaces the draft and history of a tool. */
export function setDraftHistory(id: string, history: History<Draft>): void {
  draftHistories[id] = ref(history);
}

/** Returns the draft of a tool, or an empty one. */
export function draftOf({ id }: Pick<Tool, 'id'>): Draft {
  return draftHistories[id]?.present ?? emptyDraft;
}

/** Last change and its time; further changes of the same setting soon after join its undo step. */
let latest = { step: '', at: 0 };

/**
 * Changes a draft.
 * @param edit returns the next draft; returning the same object changes nothing.
 * @param step name of the change. Changes with the same name in quick succession form one undo step; with a name that
 * begins with "drag ", until `endStep`. Default: a step of its own.
 */
export function editDraft(tool: Pick<Tool, 'id'>, edit: (draft: Draft) => Draft, step = ''): void {
  const history = draftHistories[tool.id] ?? newHistory(emptyDraft);
  const next = edit(history.present);
  if (next === history.present) return;
  const name = step && `${tool.id} ${step}`;
  // A pointer may rest while it drags.
  const isSoon = step.startsWith('drag ') || Date.now() - latest.at < STEP_MS;
  const isSame = name !== '' && name === latest.step && isSoon;
  latest = { step: name, at: Date.now() };
  setDraftHistory(tool.id, isSame ? amend(history, next) : record(history, next));
}

/** Ends the current undo step: the next change starts a new one. */
export function endStep(): void {
  latest = { step: '', at: 0 };
}

/** Undoes the last step of a draft. */
export function undoDraft({ id }: Pick<Tool, 'id'>): void {
  endStep();
  if (draftHistories[id]) setDraftHistory(id, undo(draftHistories[id]));
}

/** Redoes the last undone step. */
export function redoDraft({ id }: Pick<Tool, 'id'>): void {
  endStep();
  if (draftHistories[id]) setDraftHistory(id, redo(draftHistories[id]));
}

/** Resets every setting of a tool to its default; the files stay. */
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

/** Sets several fields as one undo step. @param values undefined for the default. */
export function setFields(tool: Pick<Tool, 'id'>, values: Readonly<Record<string, unknown>>): void {
  const isNew = ({ settings }: Draft) => Object.entries(values).some(([name, value]) => settings[name] !== value);
  const edit = (draft: Draft) =>
    isNew(draft) ? { ...draft, settings: withoutUndefined({ ...draft.settings, ...values }) } : draft;
  editDraft(tool, edit, Object.keys(values).join(' '));
}

/** Adds files to a tool that accepts several, up to its maximum; replaces the file of any other tool. */
export function addSources(tool: Tool, media: readonly ChosenMedia[]): void {
  const { max, kinds } = tool.inputs;
  const chosen = media.map((one) => (max > 1 ? { ...factsOf(one), id: newId() } : factsOf(one)));
  // In audio tools, the audio is the source itself.
  const isSound = kinds.length === 1 && kinds[0] === 'audio';
  const gone = [...OF_THE_FILE, ...(isSound ? OF_THE_SOUND : [])];
  editDraft(tool, (draft) => ({
    ...draft,
    sources: (max > 1 ? [...draft.sources, ...chosen] : chosen).slice(0, max),
    settings: max === 1 ? omitSettings(draft.settings, gone) : draft.settings,
  }));
}

/** Replaces the extra file of a tool; undefined removes it. */
export function setExtraSource(tool: Pick<Tool, 'id'>, media: ChosenMedia | undefined): void {
  editDraft(tool, ({ beside: _, ...draft }) => ({
    ...draft,
    ...(media ? { beside: factsOf(media) } : {}),
    settings: omitSettings(draft.settings, OF_THE_SOUND),
  }));
}

/** Removes a source from a tool. @param index among the sources. */
export function dropSource(tool: Pick<Tool, 'id'>, index: number): void {
  editDraft(tool, (draft) => ({ ...draft, sources: draft.sources.filter((_, place) => place !== index) }));
}

function factsOf({ source, pastedUrl, ...media }: ChosenMedia): ChosenMedia {
  const origin = source === undefined || pastedUrl === undefined ? {} : { source, pastedUrl };
  return { url: media.url, ...(factsIn(media) as MediaFacts), ...origin };
}

/** Returns settings without the named ones. */
export function omitSettings(settings: Draft['settings'], names: readonly string[]): Draft['settings'] {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
}

function withoutUndefined(settings: Draft['settings']): Draft['settings'] {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
