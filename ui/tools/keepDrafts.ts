import { ref } from 'valtio/vanilla';
import { type History, mapHistory, newHistory } from '../../engine/edit/history.ts';
import { isSame } from '../../engine/edit/mergeProjects.ts';
import { newId } from '../../engine/project/id.ts';
import type { Unproxied } from '../state/unproxied.ts';
import { mergeDrafts } from './mergeDrafts.ts';
import { DRAFTS_KEY, type Draft, draftsIn, haveSameFiles } from './storedDrafts.ts';

/** How long after the last change drafts are stored, and how long after the first at the latest, milliseconds. */
const [REST_MS, MOST_MS] = [300, 3000];
/** Where storing takes long, as of thousands of subtitles, it waits so many times as long: the next letter is not held up. */
const RESTS = 50;
/** So many steps of undo stay where another window changed the same work: its changes come into each of them. */
const MOST_STEPS = 20;
/** So many versions are remembered, and named by the next ones. */
const MOST_VERSIONS = 8;

type Drafts = Readonly<Record<string, Draft>>;
type Works = Record<string, Unproxied<History<Draft>>>;

/**
 * Stores the drafts of this window: a moment after they were changed, at once where it is hidden or left. Windows that work on
 * the same files with the same tool take over what each other stored, so that both have what both did; on other files each goes
 * on with its own. What is stored names the versions that it comes from: so windows that store at the same moment know what
 * both began with.
 * @param works the drafts of this window. @param begun as they were stored when it came.
 * @returns to be called when they, or what is stored, may have changed.
 */
export function keepDrafts(works: Works, begun: Drafts): () => void {
  const versions = new Map<string, Drafts>();
  const touched = new Set<string>();
  let [base, last] = [begun, begun];
  let text: string | null | undefined;
  let [timer, latest] = [undefined as ReturnType<typeof setTimeout> | undefined, 0];
  /** How long storing took last, milliseconds. */
  let took = 0;
  const remember = (id: string | undefined, stored: Drafts) => {
    base = stored;
    if (id !== undefined) versions.set(id, stored);
    for (const old of [...versions.keys()].slice(0, -MOST_VERSIONS)) versions.delete(old);
  };
  const sync = () => {
    clearTimeout(timer);
    timer = undefined;
    const { text: found, drafts } = read();
    const [id, ...before] = versionsIn(found);
    const isNew = found !== text;
    const theirs = isNew ? drafts : base;
    const common = isNew ? (versions.get(before.find((one) => versions.has(one)) ?? '') ?? base) : base;
    text = found;
    const earlier = last;
    // One that was reset is not among the works any more.
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
      // With the next change all of it is tried again.
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
  // A page that slept was told nothing.
  addEventListener('pageshow', changed);
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? sync() : changed()));
  return changed;
}

/** @returns how long it took, milliseconds. */
function timed(work: () => void): number {
  const from = Date.now();
  work();
  return Date.now() - from;
}

/** Under which name, before the drafts, the versions stand that they come from, the newest first. */
const VERSIONS = '@';

function versionsIn(text: string | null): string[] {
  return (/^\{"@":\[([^\]]*)\]/.exec(text ?? '')?.[1] ?? '').match(/\w+/g) ?? [];
}

interface Known {
  /** What this window had when it stored last. */
  last: Drafts;
  /** What both it and what is stored come from. */
  common: Drafts;
  /** What is stored. */
  theirs: Drafts;
}

/** Takes over what others did on the same files. @returns what is to be stored. */
function settle(works: Works, { last, common, theirs }: Known): Drafts {
  const stored: Record<string, Draft | undefined> = {};
  for (const id of new Set([...Object.keys(works), ...Object.keys(theirs)])) {
    const [own, was, other] = [works[id], common[id], theirs[id]];
    const isChanged = own?.present !== last[id];
    const isOthers = !isSame(other, was);
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

/** A history into which another window's changes come, in every step: no undo takes them back. */
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
  return [...ids].every((id) => isSame(one[id], other[id]));
}

/** What is stored; where it cannot be read, nothing. */
function read(): { text: string | null; drafts: Drafts } {
  try {
    const text = localStorage.getItem(DRAFTS_KEY);
    return { text, drafts: draftsIn(text) };
  } catch {
    return { text: null, drafts: {} };
  }
}

/** Stores drafts beyond this page. @returns whether there was room; else they last as long as the page. */
function write(place: 'localStorage' | 'sessionStorage', text: string): boolean {
  try {
    globalThis[place].setItem(DRAFTS_KEY, text);
    return true;
  } catch {
    return false;
  }
}
