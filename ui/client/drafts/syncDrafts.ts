import { ref } from 'valtio/vanilla';
import { type History, mapHistory, newHistory } from '../../../engine/edit/history.ts';
import { isEqualJson, mergeCues, mergeLists } from '../../../engine/edit/mergeProjects.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import type { Unproxied } from '../page/unproxied.ts';
import { DRAFTS_KEY, type Draft, type DraftSource, draftsIn, haveSameFiles } from './storedDrafts.ts';

/** Delay of storing after the last change, and at most after the first one, in milliseconds. */
const [REST_MS, MOST_MS] = [300, 3000];
/**
 * The delay is at least this many times the last storing time, so that storing thousands of cues does not stall typing.
 */
const RESTS = 50;
/** Undo steps that are retained when another window changed the same work, which is merged into each of them. */
const MOST_STEPS = 20;
/** Number of versions that are remembered and named in stored drafts. */
const MOST_VERSIONS = 8;

type Drafts = Readonly<Record<string, Draft>>;
type Works = Record<string, Unproxied<History<Draft>>>;

/**
 * Stores the drafts of this window shortly after a change, or at once when the page is hidden. Windows that work on the
 * same files with the same tool merge each other's changes; on different files, each keeps its own draft. Stored drafts
 * name the versions they derive from, so that windows that store at the same moment know their common ancestor.
 * @param works the drafts of this window. @param begun the stored drafts when it loaded.
 * @returns a function to call when the drafts, or the stored ones, may have changed.
 */
export function syncDrafts(works: Works, begun: Drafts): () => void {
  const versions = new Map<string, Drafts>();
  const touched = new Set<string>();
  let [base, last] = [begun, begun];
  let text: string | null | undefined;
  let [timer, latest] = [undefined as ReturnType<typeof setTimeout> | undefined, 0];
  /** Duration of the last storing, in milliseconds. */
  let took = 0;
  const remember = (id: string | undefined, stored: Drafts) => {
    base = stored;
    if (id !== undefined) versions.set(id, stored);
    for (const old of [...versions.keys()].slice(0, -MOST_VERSIONS)) versions.delete(old);
  };
  const sync = () => {
    clearTimeout(timer);
    timer = undefined;
    const { text: found, drafts } = readStored();
    const [id, ...before] = versionsIn(found);
    const isNew = found !== text;
    const theirs = isNew ? drafts : base;
    const common = isNew ? (versions.get(before.find((one) => versions.has(one)) ?? '') ?? base) : base;
    text = found;
    const earlier = last;
    // A draft that was reset is no longer in `works`.
    const tools = new Set([...Object.keys(works), ...Object.keys(earlier)]);
    const changed = [...tools].filter((tool) => works[tool]?.present !== earlier[tool]);
    for (const tool of changed) touched.add(tool);
    const stored = settle(works, { last, common, theirs });
    last = presentsOf(works);
    const hasRoom = changed.length === 0 || write('sessionStorage', JSON.stringify(only(last, touched)));
    remember(id, theirs);
    if (!hasRoom) last = earlier;
    if (areSame(stored, theirs)) return;
    const made = newId();
    const line = [made, ...(id === undefined ? [] : [id, ...before])].slice(0, MOST_VERSIONS);
    const written = JSON.stringify({ [VERSIONS]: line, ...stored });
    if (!write('localStorage', written)) {
      // Retried completely with the next change.
      last = earlier;
      return;
    }
    text = written;
    remember(made, stored);
  };
  const changed = () => {
    const now = Date.now();
    if (timer === undefined) latest = now + MOST_MS;
    clearTimeout(timer);
    timer = setTimeout(
      () => (took = timed(sync)),
      Math.max(0, Math.min(Math.max(REST_MS, took * RESTS), latest - now)),
    );
  };
  addEventListener('pagehide', sync);
  // A page restored from the back/forward cache missed the storage events.
  addEventListener('pageshow', changed);
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? sync() : changed()));
  return changed;
}

/** @returns the duration in milliseconds. */
function timed(work: () => void): number {
  const from = Date.now();
  work();
  return Date.now() - from;
}

/** JSON key, before the drafts, of the versions they derive from, newest first. */
const VERSIONS = '@';

function versionsIn(text: string | null): string[] {
  return (/^\{"@":\[([^\]]*)\]/.exec(text ?? '')?.[1] ?? '').match(/\w+/g) ?? [];
}

interface Known {
  /** Drafts of this window when it last stored them. */
  last: Drafts;
  /** Common ancestor of this window's and the stored drafts. */
  common: Drafts;
  /** The stored drafts. */
  theirs: Drafts;
}

/** Merges the changes of other windows on the same files. @returns the drafts to store. */
function settle(works: Works, { last, common, theirs }: Known): Drafts {
  const stored: Record<string, Draft | undefined> = {};
  for (const id of new Set([...Object.keys(works), ...Object.keys(theirs)])) {
    const [own, was, other] = [works[id], common[id], theirs[id]];
    const isChanged = own?.present !== last[id];
    const isOthers = !isEqualJson(other, was);
    if (own && other && isOthers && haveSameFiles(own.present, other)) {
      works[id] = ref(rebased(own, was ?? none, other));
      stored[id] = works[id]?.present;
    } else if (own === undefined && other && isOthers) {
      works[id] = ref(newHistory(other));
      stored[id] = other;
    } else stored[id] = isChanged ? own?.present : other;
  }
  return Object.fromEntries(Object.entries(stored).flatMap(([id, draft]) => (draft ? [[id, draft]] : [])));
}

const none: Draft = { sources: [], settings: {} };

/** Merges another window's changes into every step of a history, so that undo does not revert them. */
function rebased({ past, present, future }: History<Draft>, base: Draft, theirs: Draft): History<Draft> {
  const last = { past: past.slice(-MOST_STEPS), present, future: future.slice(0, MOST_STEPS) };
  return mapHistory(last, (step) => mergeDrafts(base, step, theirs));
}

function presentsOf(works: Works): Drafts {
  return Object.fromEntries(Object.entries(works).map(([id, { present }]) => [id, present]));
}

function only(drafts: Drafts, ids: ReadonlySet<string>): Drafts {
  return Object.fromEntries(Object.entries(drafts).filter(([id]) => ids.has(id)));
}

function areSame(one: Drafts, other: Drafts): boolean {
  const ids = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...ids].every((id) => isEqualJson(one[id], other[id]));
}

/** Reads the stored drafts; empty if storage is not readable. */
function readStored(): { text: string | null; drafts: Drafts } {
  try {
    const text = localStorage.getItem(DRAFTS_KEY);
    return { text, drafts: draftsIn(text) };
  } catch {
    return { text: null, drafts: {} };
  }
}

/** Stores drafts. @returns false if storage is full or missing; drafts then last as long as the page. */
function write(place: 'localStorage' | 'sessionStorage', text: string): boolean {
  try {
    globalThis[place].setItem(DRAFTS_KEY, text);
    return true;
  } catch {
    return false;
  }
}

/** Settings that depend on each other: a change of one counts as a change of all. */
const coupled = [
  ['isTrimmed', 'startTime', 'endTime'],
  ['audioIsTrimmed', 'audioTrimStartTime', 'audioTrimEndTime'],
];
/** Settings that belong to the file. */
const ofTheFile = ['isTrimmed', 'startTime', 'endTime', 'jpegTimestamp', 'removedSpans'];

/**
 * Merges two drafts with a common ancestor, such as from two tabs: by setting, by file and by subtitle. If both changed
 * the same value, `mine` wins. A trim goes with its file.
 */
function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const sources = mergeSources(base.sources, mine.sources, theirs.sources);
  const extra = chosen(base.beside, mine.beside, theirs.beside);
  const settings = mergeSettings(base, mine, theirs, sources === theirs.sources);
  return { sources, ...(extra ? { beside: extra } : {}), settings };
}

/** Three-way merge of one value; `mine` wins if both changed it. */
function chosen<T>(base: T, mine: T, theirs: T): T {
  return isEqualJson(base, mine) ? theirs : mine;
}

function mergeSources(base: Draft['sources'], mine: Draft['sources'], theirs: Draft['sources']): Draft['sources'] {
  if (isEqualJson(mine, base)) return isEqualJson(theirs, base) ? mine : theirs;
  const [was, own, other] = [base, mine, theirs].map(named);
  if (!was || !own || !other) return mine;
  const choose = (b: Named | undefined, m: Named, t: Named) => (b && isEqualJson(b, m) ? t : m);
  return mergeLists(was, own, other, choose, () => {});
}

type Named = DraftSource & { id: string };

/** Returns the sources if all have ids; else undefined. */
function named(sources: Draft['sources']): readonly Named[] | undefined {
  return sources.every(({ id }) => id !== undefined) ? (sources as readonly Named[]) : undefined;
}

function mergeSettings(base: Draft, mine: Draft, theirs: Draft, hasTheirFile: boolean): Draft['settings'] {
  const [was, own, other] = [base.settings, mine.settings, theirs.settings];
  const names = new Set([...Object.keys(own), ...Object.keys(other)]);
  const isMine = (name: string) => !isEqualJson(was[name], own[name]);
  const merged = [...names].map((name) => {
    const group = coupled.find((one) => one.includes(name)) ?? [name];
    if (name === 'subtitles') return [name, mergeSubtitles(was[name], own[name], other[name])] as const;
    const isOfOther = hasTheirFile && ofTheFile.includes(name);
    return [name, !isOfOther && group.some(isMine) ? own[name] : other[name]] as const;
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

function mergeSubtitles(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (!isList(mine) || !isList(theirs)) return chosen(base, mine, theirs);
  return mergeCues(isList(base) ? base : [], mine, theirs, newId);
}

/** A stored draft may come from another version of the page. */
function isList(value: unknown): value is readonly Cue[] {
  const isNamed = (one: unknown) => typeof (one as Partial<Cue> | null)?.id === 'string';
  return Array.isArray(value) && value.every(isNamed) && new Set(value.map(({ id }: Cue) => id)).size === value.length;
}
