import * as z from 'zod';
import { isPlayed } from '../kinds/families.ts';
import { audioTrack } from '../project/fields.ts';
import { cutToBytes } from '../project/fileName.ts';
import { hostileProblems } from '../project/guard.ts';
import { problemsOf } from '../project/issues.ts';
import { MAX_SOURCE_SECONDS } from '../project/limits.ts';
import type { MediaFacts } from '../project/media.ts';
import { qualities } from '../project/output.ts';
import type { Parsed } from '../project/parse.ts';
import { type Problem, problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { watermarkFields } from '../project/watermarkFields.ts';
import { durationProblems } from '../timeline/submitProblems.ts';
import { usedSeconds } from '../timeline/usedSeconds.ts';
import { clipFields } from './clipFields.ts';
import { field, fieldsOf, readFields } from './field.ts';
import { tools } from './index.ts';
import {
  countProblems,
  inputsOf,
  kindProblems,
  lengthProblems,
  type NamedSource,
  namedSources,
  type UsedPart,
  usedPart,
} from './inputs.ts';
import { outputAsked, outputFields, splitOutput } from './outputFields.ts';
import { withWhiteBackground } from './source.ts';
import { stemOf } from './sourceName.ts';
import type { Inputs, SourceMedia, Tool } from './tool.ts';
import { customWatermark } from './watermarkWords.ts';

const {
  withCustomWatermark,
  watermarkText,
  watermarkPos,
  watermarkFont,
  watermarkColor,
  watermarkSize,
  watermarkOpacity,
  watermarkImg,
  watermarkMedium,
} = watermarkFields;

/** Longest name of a project, in characters. */
const MAX_NAME_LENGTH = 200;
/** Most problems to report. */
const MOST_PROBLEMS = 50;

/** Fields that every tool's request may have besides its own; they are copied into the project. */
export const commonFields = z.object({
  name: field(z.string().max(MAX_NAME_LENGTH).optional(), { title: 'Name', description: 'name of the project' }),
  quality: field(z.enum(qualities).default('high'), {
    title: 'Quality',
    description: 'quality of the output; fast is for previews',
    choices: { fast: 'Fast', standard: 'Standard', high: 'High' },
  }),
  alwaysEncode: field(z.boolean().default(false), {
    title: 'Re-encode everything',
    description: 're-encodes everything, even parts that could be copied from the source',
  }),
  audioTrack: field(audioTrack.optional(), {
    title: 'Audio track',
    description: 'audio track of the file to use, from 1; default: the track that the file marks as default',
  }),
  ...outputFields.shape,
  withCustomWatermark: field(withCustomWatermark, {
    title: 'Watermark',
    description: 'adds a custom watermark',
  }),
  watermarkText: field(watermarkText, customWatermark('watermarkText', 'Watermark text')),
  watermarkPos: field(watermarkPos, customWatermark('watermarkPos')),
  watermarkFont: field(watermarkFont, customWatermark('watermarkFont', 'Watermark font')),
  watermarkColor: field(watermarkColor, customWatermark('watermarkColor', 'Watermark color')),
  watermarkSize: field(watermarkSize, customWatermark('watermarkSize', 'Watermark size')),
  watermarkOpacity: field(watermarkOpacity, customWatermark('watermarkOpacity', 'Watermark opacity')),
  watermarkImg: field(watermarkImg, customWatermark('watermarkImg')),
  watermarkMedium: field(watermarkMedium, {
    title: '',
    description: 'type of watermark',
    onlyWith: 'withCustomWatermark',
  }),
  watermark: watermarkFields.watermark,
});

/** Returns the common fields of a tool, without those that it defines itself or excludes. */
export function commonFieldsOf({ settings, without = [] }: Pick<Tool, 'settings' | 'without'>): z.ZodObject {
  const own = [...Object.keys(settings.shape), ...without];
  const rest = fieldsOf(commonFields).filter(
    ({ name, onlyWith = '' }) => !own.includes(name) && !own.includes(onlyWith),
  );
  return z.object(Object.fromEntries(rest.map(({ name }) => [name, commonFields.shape[name as keyof CommonSettings]])));
}

/**
 * Returns the tool of a createVideo request: by one of its flags being true, else by its route as editorPath; undefined
 * if none is named.
 */
export function toolOfBody(body: unknown): Tool | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  return (
    tools.find((tool) => tool.flags.some((flag) => fields[flag] === true)) ??
    tools.find((tool) => tool.route === fields.editorPath)
  );
}

/** Returns the sources of a request, in order; empty if it names no tool. */
export function sourcesOf(body: unknown): NamedSource[] {
  const tool = toolOfBody(body);
  if (!tool) return [];
  const read = readBody(tool, body as Record<string, unknown>);
  return inputsOf(tool).flatMap((inputs) => namedSources(inputs, read));
}

/** Returns the addresses of sources whose peaks the request's tool needs with their facts; usually none. */
export function sourcesNeedingPeaks(body: unknown): string[] {
  const usesAudio = toolOfBody(body)?.listens?.(body as Record<string, unknown>) ?? false;
  return usesAudio ? sourcesOf(body).flatMap(({ url }) => url ?? []) : [];
}

/** Which audio track of its sources a body chooses, from 1; undefined: none, or none that there can be. */
export function audioTrackOf(body: Record<string, unknown>): number | undefined {
  return audioTrack.safeParse(body.audioTrack, { jitless: true }).data;
}

/** What was measured of a source. */
export type SourceFacts = MediaFacts & Pick<SourceMedia, 'peaks'>;

/** Converts a request to its tool's own fields. */
function readBody({ spelling }: Tool, body: Record<string, unknown>): Record<string, unknown> {
  return spelling?.read(body) ?? body;
}

/**
 * Compiles the createVideo request of a tool to a project, or returns its first 50 problems. Never throws.
 * @param facts by the addresses that sourcesOf returns.
 */
export function compileToolBody(body: unknown, facts: ReadonlyMap<string, SourceFacts>): Parsed<Project> {
  const hostile = hostileProblems(body);
  if (hostile.length > 0) return refused(hostile);
  const tool = toolOfBody(body);
  if (!tool) return refused([problem('choice', [], 'The request does not name a known tool.')]);
  const written = body as Record<string, unknown>;
  const made = compileFields(tool, readBody(tool, written), facts);
  const compiled = made.ok ? made : refused(made.problems.slice(0, MOST_PROBLEMS));
  const { spelling } = tool;
  if (compiled.ok || !spelling) return compiled;
  const pointerIn = spelling.pointersIn(written);
  return refused(compiled.problems.map((one) => ({ ...one, pointer: pointerIn(one.pointer) })));
}

/** Compiles a request in its tool's own fields. */
function compileFields(
  tool: Tool,
  body: Record<string, unknown>,
  facts: ReadonlyMap<string, SourceFacts>,
): Parsed<Project> {
  const named = inputsOf(tool).map((inputs) => ({ inputs, sources: namedSources(inputs, body) }));
  const miscounted = named.flatMap(({ inputs, sources }) => countProblems(inputs, sources));
  if (miscounted.length > 0) return refused(miscounted);
  const settings = parseFields(tool.settings, body);
  const common = parseFields(commonFieldsOf(tool), body);
  const used = settings.success ? usedPart(tool, settings.data) : {};
  const [files = [], extra = []] = named.map(({ inputs, sources }) =>
    sources.map((source) => measuredSource(inputs, source, { facts, used })),
  );
  // An additional file is used no longer than the result lasts.
  const long = files.flatMap((one) => (one.ok && one.value.long ? [one.value.long] : []));
  const problems = [
    ...[...files, ...extra].flatMap((one) => (one.ok ? [] : one.problems)),
    ...(settings.success ? [] : problemsOf(settings.error)),
    ...(common.success ? [] : problemsOf(common.error)),
  ];
  if (problems.length > 0 || !settings.success || !common.success) return refused(problems);
  const [sources, [second]] = [files, extra].map((some) =>
    some.flatMap((one) => (one.ok ? [one.value.source] : [])),
  ) as [SourceMedia[], SourceMedia[]];
  const compiled = tool.compile(settings.data, sources, second);
  if (!compiled.ok) return withoutLong(compiled, long);
  const [first = second] = sources;
  const made: Project = { ...compiled.value, tool: tool.id };
  const input = { ...nameAfter(first), ...(common.data as Partial<CommonSettings>) };
  const whole = withCommon(withAudioTrack(made, input.audioTrack, sources), { ...input, ...mediumOf(input, body) });
  return withoutLong(whole, long);
}

/** A source of which settings choose more than 30 minutes; the result may still use less, such as one frame. */
interface LongSource {
  url: string;
  problems: Problem[];
}

/** Rejects long sources if a project uses too much of them, or could not be compiled. */
function withoutLong(compiled: Parsed<Project>, long: readonly LongSource[]): Parsed<Project> {
  const tooLong = long.filter(({ url }) => !compiled.ok || usedSeconds(compiled.value, url) > MAX_SOURCE_SECONDS);
  return tooLong.length > 0 ? refused(tooLong.flatMap(({ problems }) => problems)) : compiled;
}

/** Returns problems of settings alone, regardless of the files. */
export function settingsProblems(tool: Tool, settings: Record<string, unknown>): Problem[] {
  const parsed = [parseFields(tool.settings, settings), parseFields(commonFieldsOf(tool), settings)];
  return parsed.flatMap(({ error }) => (error ? problemsOf(error) : []));
}

function parseFields(form: z.ZodObject, input: object) {
  return form.safeParse(readFields(form, input), { reportInput: true, jitless: true });
}

/** Returns a source with its facts, with its own settings if the tool accepts several, and whether it is long. */
function measuredSource(
  inputs: Inputs,
  { url = '', path, value }: NamedSource,
  { facts, used }: { facts: ReadonlyMap<string, SourceFacts>; used: UsedPart },
): Parsed<{ source: SourceMedia; long?: LongSource }> {
  const known = facts.get(url);
  if (!known) return refused([problem('media.missing', path, `"${url}" does not exist.`)]);
  const source: SourceMedia = { ...known, url };
  const unfit = kindProblems(inputs, source, path);
  if (unfit.length > 0) return refused(unfit);
  const longIn = (part: UsedPart): { long?: LongSource } => {
    const problems = lengthProblems(source, { path, used: part });
    return problems.length > 0 ? { long: { url, problems } } : {};
  };
  if (inputs.max <= 1) return { ok: true, value: { source, ...longIn(used) } };
  const clip = clipFields.safeParse(readFields(clipFields, typeof value === 'object' ? (value ?? {}) : {}), {
    reportInput: true,
    jitless: true,
  });
  if (clip.success) return { ok: true, value: { source: { ...source, clip: clip.data }, ...longIn(clip.data) } };
  const issues = clip.error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  return refused(problemsOf(new z.ZodError(issues)));
}

type CommonSettings = z.output<typeof commonFields>;

/** A watermark with only an image is an image watermark. */
function mediumOf({ watermarkImg }: Partial<CommonSettings>, body: Record<string, unknown>) {
  const isMediumStated = body.watermarkMedium !== undefined && body.watermarkMedium !== null;
  return watermarkImg === undefined || isMediumStated ? {} : { watermarkMedium: 'image' as const };
}

function withCommon(project: Project, { audioTrack: _, ...common }: Partial<CommonSettings>): Parsed<Project> {
  const { asked, rest } = splitOutput(common);
  const output = outputAsked(project.output, asked);
  if (!output.ok) return output;
  const whole: Project = withWhiteBackground({ ...project, ...rest, output: output.value });
  const tooLong = durationProblems(whole);
  return tooLong.length > 0 ? refused(tooLong) : { ok: true, value: whole };
}

/** Sets the audio track of the files that a tool works on. @param track from 1; undefined: unchanged. */
function withAudioTrack(project: Project, track: number | undefined, sources: readonly SourceMedia[]): Project {
  if (track === undefined) return project;
  const urls = new Set(sources.map(({ url }) => url));
  const isMeant = (url: string) => urls.has(url);
  const { audio, scenes } = project;
  return {
    ...project,
    audio: audio && isMeant(audio.url) ? { ...audio, audioTrack: track } : audio,
    scenes: scenes.map((scene) => ({
      ...scene,
      layers: scene.layers.map((layer) =>
        isPlayed(layer) && isMeant(layer.url) ? { ...layer, audioTrack: track } : layer,
      ),
    })),
  };
}

/** By default, a result is named after its first source. */
function nameAfter(source: SourceMedia | undefined): { name?: string } {
  const name = source ? stemOf(source.url) : '';
  return name === '' ? {} : { name: cutToBytes(name, MAX_NAME_LENGTH) };
}

function refused(problems: Problem[]): Parsed<never> {
  return { ok: false, problems };
}
