import { fillValues } from '../../engine/edit/fillRow.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import type { TemplateField } from '../../engine/edit/templateFields.ts';
import {
  fontReferences,
  type MediaReference,
  mapMediaUrls,
  mediaKindProblems,
  withMediaFacts,
  wrongKind,
} from '../../engine/project/media.ts';
import { type Parsed, parseProject } from '../../engine/project/parse.ts';
import { type Problem, pointerOf, problem } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { cueTrackProblems } from '../../engine/timeline/cueTracks.ts';
import type { Peaks } from '../../engine/timeline/peaks.ts';
import { requiredMedia } from '../../engine/timeline/requiredMedia.ts';
import { submitProblems } from '../../engine/timeline/submitProblems.ts';
import {
  audioTrackOf,
  compileToolBody,
  type SourceFacts,
  sourcesNeedingPeaks,
  sourcesOf,
  toolOfBody,
} from '../../engine/tools/body.ts';
import { tools } from '../../engine/tools/index.ts';
import { inputsOf } from '../../engine/tools/inputs.ts';
import type { FoundMedia } from './library.ts';

/** Most reported missing media files. */
const MAX_LOST = 50;
/** Most sources of a tool that are checked: the largest number that any tool accepts, plus an extra one. */
const MAX_SOURCES = Math.max(...tools.map((tool) => inputsOf(tool).reduce((sum, { max }) => sum + max, 0)));

/** A media file as needed for compilation. */
export type Found = Pick<FoundMedia, 'url' | 'facts'>;

/** Known media of a request body, by URL. */
export interface Known {
  /** `'skipped'`: not searched, because enough missing files were found. */
  media: ReadonlyMap<string, Found | Problem | 'skipped'>;
  /** Peaks of files over time. */
  peaks: ReadonlyMap<string, Peaks | Problem>;
}

/** What must be known before compiling can go on: media to find, until `mostLost` of them are lost, or sounds to measure. */
export type MissingFacts = { find: string[]; mostLost: number } | { measure: string[]; audioTrack: number | undefined };

/** A project, its problems, or what to find before the next try. */
export type Compiled = Parsed<Project> | { ok: undefined; missing: MissingFacts };

/**
 * Compiles a createVideo body to a project that is ready to render. Parses a Studio project or compiles a tool's
 * settings; probes all media references and removes their origin; checks lengths. Pure: if a file is missing from
 * `known`, it returns what it needs, and the caller tries again.
 */
export function compileBody(body: Record<string, unknown>, known: Known): Compiled {
  try {
    const parsed = isStudio(body) ? compileStudio(body, known) : compileTool(body, known);
    if (!parsed.ok) return parsed;
    const lost = lostOf(requiredMedia(parsed.value), known, MAX_LOST);
    if (lost.length > 0) return { ok: false, problems: lost };
    // A missing font is reported by the render, which continues without it.
    lostOf(fontReferences(parsed.value), known, MAX_LOST);
    return measured(parsed.value, known);
  } catch (error) {
    if (error instanceof UnknownMediaError) return { ok: undefined, missing: error.missing };
    throw error;
  }
}

/** Aborts a try of compileBody that needs unknown media. */
class UnknownMediaError extends Error {
  constructor(readonly missing: MissingFacts) {
    super('unknown');
  }
}

/**
 * Returns problems of missing media, in the order of their references.
 * @throws UnknownMediaError
 */
function lostOf(
  references: readonly Pick<MediaReference, 'url' | 'path'>[],
  known: Known,
  mostLost: number,
): Problem[] {
  const unknown = references.filter(({ url }) => !known.media.has(url)).map(({ url }) => url);
  if (unknown.length > 0) throw new UnknownMediaError({ find: [...new Set(unknown)], mostLost });
  return references
    .flatMap(({ url, path }) => {
      const found = known.media.get(url) as Found | Problem | 'skipped';
      return found !== 'skipped' && 'code' in found ? [problem(found.code, path, found.message)] : [];
    })
    .slice(0, mostLost);
}

/** A Studio project sets a flag; without it, it is recognized by its scenes, unless a tool is named. */
function isStudio(body: Record<string, unknown>): boolean {
  return Array.isArray(body.scenes) && (body.isStudio === true || toolOfBody(body) === undefined);
}

/** Compiles a Studio project, and fills `merge` values into its fields. */
function compileStudio({ merge, ...body }: Record<string, unknown>, known: Known): Parsed<Project> {
  if (merge === undefined) return parseProject(body);
  const values = new Map(Object.entries(merge as Record<string, string>));
  const files = new Set<string>();
  // Only the parsed project tells which values are files.
  const begun = fillValues(body, values, (url) => {
    if (files.size < MAX_LOST) files.add(url);
    return '';
  });
  const named = [...files].map((url) => ({ url, path: [] }));
  if (named.length > 0) lostOf(named, known, MAX_LOST);
  const filled =
    files.size === 0
      ? begun
      : fillValues(body, values, (url, kind) => {
          const file = files.has(url) ? known.media.get(url) : undefined;
          if (!file || file === 'skipped') return `At most ${MAX_LOST} files can be used.`;
          return 'facts' in file ? chosenOf(url, file, kind) : file;
        });
  if (filled.ok) return filled;
  const fields = new Set([...values.keys()].map((name) => pointerOf([name])));
  return {
    ok: false,
    problems: filled.problems.map((one) =>
      fields.has(one.pointer) ? { ...one, pointer: `/merge${one.pointer}` } : one,
    ),
  };
}

/** Checks a file for a field: audio only, or something visible. */
function chosenOf(url: string, { facts }: Found, kind: TemplateField['kind']): ChosenMedia | Problem {
  if (kind === 'sound' && facts.hasAudio) return { url, ...facts, kind: 'audio', width: 0, height: 0 };
  if (kind !== 'sound' && (facts.kind === 'image' || facts.kind === 'video')) return { url, ...facts };
  return wrongKind({ url, path: [], kind: kind === 'sound' ? 'audio' : 'image' });
}

function compileTool(body: Record<string, unknown>, known: Known): Parsed<Project> {
  if (toolOfBody(body) === undefined) {
    // Parsed for its problems.
    if (body.isStudio === true) return parseProject(body);
    const sentence = 'Not a Studio project (isStudio: true with scenes) and not the settings of a known tool.';
    return { ok: false, problems: [problem('choice', [], sentence)] };
  }
  const named = sourcesOf(body).slice(0, MAX_SOURCES);
  const sources = named.flatMap(({ url, path }) => (url === undefined ? [] : [{ url, path }]));
  const lost = lostOf(sources, known, 1);
  if (lost.length > 0) return { ok: false, problems: lost };
  const facts = new Map<string, SourceFacts>();
  const needingPeaks = new Set(sourcesNeedingPeaks(body));
  const unmeasured: string[] = [];
  for (const { url, path } of sources) {
    const found = known.media.get(url) as Found | Problem | 'skipped';
    if (found === 'skipped' || !('facts' in found)) continue;
    const needsPeaks = needingPeaks.has(url) && found.facts.hasAudio;
    const peaks = needsPeaks ? known.peaks.get(url) : undefined;
    if (needsPeaks && !peaks) unmeasured.push(url);
    if (peaks && 'code' in peaks) return { ok: false, problems: [problem(peaks.code, path, peaks.message)] };
    facts.set(url, { ...found.facts, ...(peaks ? { peaks } : {}) });
  }
  if (unmeasured.length > 0)
    throw new UnknownMediaError({ measure: [...new Set(unmeasured)], audioTrack: audioTrackOf(body) });
  return compileToolBody(body, facts);
}

function measured(project: Project, { media }: Known): Parsed<Project> {
  const found = [...media.values()].flatMap((one) => (one !== 'skipped' && 'facts' in one ? [one] : []));
  const own = mapMediaUrls(project, (url) => {
    const one = media.get(url);
    return one && one !== 'skipped' && 'facts' in one ? one.url : url;
  });
  const facts = new Map(found.map((one) => [one.url, one.facts]));
  const whole = withMediaFacts(own, facts);
  // Trims and lengths can only be checked with known files.
  const problems = [...mediaKindProblems(whole, facts), ...submitProblems(whole), ...cueTrackProblems(whole)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: whole };
}
