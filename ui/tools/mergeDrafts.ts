import { isEqualJson, mergeCues, mergeLists } from '../../engine/edit/mergeProjects.ts';
import { newId } from '../../engine/project/id.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import type { Draft, DraftSource } from './storedDrafts.ts';

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
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const sources = mergeSources(base.sources, mine.sources, theirs.sources);
  const beside = chosen(base.beside, mine.beside, theirs.beside);
  const settings = mergeSettings(base, mine, theirs, sources === theirs.sources);
  return { sources, ...(beside ? { beside } : {}), settings };
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
