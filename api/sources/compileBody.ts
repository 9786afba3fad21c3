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
import { neededMedia } from '../../engine/timeline/neededMedia.ts';
import type { Peaks } from '../../engine/timeline/peaks.ts';
import { submitProblems } from '../../engine/timeline/submitProblems.ts';
import { compileToolBody, type SourceFacts, sourcesHeard, sourcesOf, toolOfBody } from '../../engine/tools/body.ts';
import { tools } from '../../engine/tools/index.ts';
import { inputsOf } from '../../engine/tools/inputs.ts';
import type { FoundMedia } from './library.ts';

/** How many lost media files are told of at most. */
const MAX_LOST = 50;
/** How many media files are looked for at a time: behind a link is a website that may be slow. */
const AT_A_TIME = 4;
/** How many sources of a tool are looked at: as many as a tool takes at most, and one beside them. */
const MAX_SOURCES = Math.max(...tools.map((tool) => inputsOf(tool).reduce((sum, { max }) => sum + max, 0)));

/**
 * Turns a createVideo body into a project that is ready to render: a Studio project is parsed, a tool's body is
 * compiled; every media reference is found, measured and stored without its origin; lengths are checked.
 * @param find finds the file of a reference, or says what is wrong with it.
 * @param listen measures how loud a file is over its time; asked only where settings depend on it.
 */
export async function compileBody(
  body: Record<string, unknown>,
  find: (url: string) => Promise<FoundMedia | Problem>,
  listen: (media: FoundMedia) => Promise<Peaks | Problem>,
): Promise<Parsed<Project>> {
  const media = new Map<string, FoundMedia | Problem>();
  const looking = new Map<string, Promise<FoundMedia | Problem>>();
  const look: Look = async (url) => {
    const asked = looking.get(url) ?? find(url);
    looking.set(url, asked);
    const found = await asked;
    media.set(url, found);
    return found;
  };
  const parsed = isStudio(body) ? await compileStudio(body, look) : await compileTool(body, look, listen);
  if (!parsed.ok) return parsed;
  // Nobody mends more at a time, and no request may ask for endless look-ups.
  const lost = await lostOf(neededMedia(parsed.value), look, MAX_LOST);
  if (lost.length > 0) return { ok: false, problems: lost };
  // A font that is lost is told of by the render, which does without it.
  await lostOf(fontReferences(parsed.value), look, MAX_LOST);
  return measured(parsed.value, media);
}

type Look = (url: string) => Promise<FoundMedia | Problem>;

/**
 * Looks for media, a few at a time, until so many are lost.
 * @returns what is wrong with the lost ones, in the order in which they are named; the first one is always the first of all.
 */
async function lostOf(
  references: readonly Pick<MediaReference, 'url' | 'path'>[],
  look: Look,
  most: number,
): Promise<Problem[]> {
  const lost = new Map<number, Problem>();
  const rest = references.entries();
  const lookOn = async () => {
    for (const [index, { url, path }] of rest) {
      const found = await look(url);
      if ('code' in found) lost.set(index, problem(found.code, path, found.message));
      if (lost.size >= most) break;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lookOn));
  return [...lost]
    .sort(([one], [other]) => one - other)
    .flatMap(([, said]) => said)
    .slice(0, most);
}

/** A Studio project says so; a file's content without the flag is known by its scenes, unless a tool is named. */
function isStudio(body: Record<string, unknown>): boolean {
  return Array.isArray(body.scenes) && (body.isStudio === true || toolOfBody(body) === undefined);
}

/** A Studio project, with what is to be filled into its fields. */
async function compileStudio({ merge, ...body }: Record<string, unknown>, look: Look): Promise<Parsed<Project>> {
  if (merge === undefined) return parseProject(body);
  const values = new Map(Object.entries(merge as Record<string, string>));
  const found = new Map<string, FoundMedia | Problem>();
  // Which values are files is known once the project is read; what they are is asked for then.
  const begun = fillValues(body, values, (url) => {
    if (found.size < MAX_LOST) found.set(url, problem('media.missing', [], ''));
    return '';
  });
  for (const url of found.keys()) found.set(url, await look(url));
  const filled =
    found.size === 0
      ? begun
      : fillValues(body, values, (url, kind) => {
          const file = found.get(url);
          if (!file) return `At most ${MAX_LOST} files can be filled in.`;
          return 'facts' in file ? chosenOf(url, file, kind) : file;
        });
  if (filled.ok) return filled;
  const isField = ({ pointer }: Problem) => [...values.keys()].some((name) => pointerOf([name]) === pointer);
  return {
    ok: false,
    problems: filled.problems.map((one) => (isField(one) ? { ...one, pointer: `/merge${one.pointer}` } : one)),
  };
}

/** A file as a field takes it: a sound alone of what has one, or something to be seen. */
function chosenOf(url: string, { facts }: FoundMedia, kind: TemplateField['kind']): ChosenMedia | Problem {
  if (kind === 'sound' && facts.hasAudio) return { url, ...facts, kind: 'audio', width: 0, height: 0 };
  if (kind !== 'sound' && (facts.kind === 'image' || facts.kind === 'video')) return { url, ...facts };
  return wrongKind({ url, path: [], kind: kind === 'sound' ? 'audio' : 'image' });
}

async function compileTool(
  body: Record<string, unknown>,
  look: Look,
  listen: (media: FoundMedia) => Promise<Peaks | Problem>,
): Promise<Parsed<Project>> {
  if (toolOfBody(body) === undefined) {
    // Parsed for its problems: what is missing, and where.
    if (body.isStudio === true) return parseProject(body);
    const sentence =
      'This is neither a Studio project (isStudio: true with its scenes) nor the settings of a known tool.';
    return { ok: false, problems: [problem('choice', [], sentence)] };
  }
  const named = sourcesOf(body).slice(0, MAX_SOURCES);
  const sources = named.flatMap(({ url, path }) => (url === undefined ? [] : [{ url, path }]));
  const lost = await lostOf(sources, look, 1);
  if (lost.length > 0) return { ok: false, problems: lost };
  const facts = new Map<string, SourceFacts>();
  const heard = new Set(sourcesHeard(body));
  for (const { url, path } of sources) {
    const found = await look(url);
    if (!('facts' in found)) continue;
    const peaks = heard.has(url) && found.facts.hasAudio ? await listen(found) : undefined;
    if (peaks && 'code' in peaks) return { ok: false, problems: [problem(peaks.code, path, peaks.message)] };
    facts.set(url, { ...found.facts, ...(peaks ? { peaks } : {}) });
  }
  return compileToolBody(body, facts);
}

function measured(project: Project, media: ReadonlyMap<string, FoundMedia | Problem>): Parsed<Project> {
  const own = mapMediaUrls(project, (url) => {
    const found = media.get(url);
    return found && 'facts' in found ? found.url : url;
  });
  const facts = new Map(
    [...media.values()].flatMap((item) => ('facts' in item ? [[item.url, item.facts] as const] : [])),
  );
  const whole = withMediaFacts(own, facts);
  // Trims and lengths can only be judged now that the files are measured.
  const problems = [...mediaKindProblems(whole, facts), ...submitProblems(whole), ...cueTrackProblems(whole)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: whole };
}
