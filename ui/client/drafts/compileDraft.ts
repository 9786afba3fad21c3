import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { cutToBytes, withoutIllegal } from '../../../engine/project/fileName.ts';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { isGif, isStill } from '../../../engine/project/output.ts';
import { type Parsed, parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { compileToolBody } from '../../../engine/tools/body.ts';
import { fieldsOf } from '../../../engine/tools/field.ts';
import { requestBody } from '../../../engine/tools/requestBody.ts';
import { outputSize, projectOf } from '../../../engine/tools/source.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { entryOf } from '../media/mediaTable.ts';
import { fileNameOf } from '../media/references.ts';
import { owner } from '../page/owner.ts';
import { type Draft, type DraftSource, filesOf } from './storedDrafts.ts';

/**
 * Returns the createVideo body of a draft.
 * @param address maps a file of the draft to the URL that the server loads; default: unchanged.
 */
export function bodyOf(tool: Tool, { sources, beside: extra, settings }: Draft, address = (url: string) => url) {
  const files = sources.map(({ url, clip }) => (clip ? { ...clip, url: address(url) } : address(url)));
  const name = resultName(sources[0]?.url ?? '');
  const { watermarkImg } = settings;
  const pastedUrl = sources[0]?.pastedUrl;
  const mark = typeof watermarkImg === 'string' ? { watermarkImg: address(watermarkImg) } : {};
  return requestBody(tool, {
    settings: { ...(name ? { name } : {}), ...settings, ...mark, ...(pastedUrl ? { pastedUrl } : {}) },
    ...{ files, facts: sources[0], creator: owner },
    ...(tool.extra && extra ? { extra: address(extra.url) } : {}),
  });
}

/**
 * Returns the body that Create sends. It also contains the defaults of all other settings, and the type of each of
 * several files, so that its meaning never depends on the reader's defaults.
 */
export function bodyWithDefaults(tool: Tool, draft: Draft, address = (url: string) => url): Record<string, unknown> {
  const { sources, beside: extra } = draft;
  const usual = fieldsOf(tool.settings).filter((field) => field.default !== undefined);
  const body: Record<string, unknown> = {
    parentId: null,
    ...(sources[0] ? wholeSpan(sources[0]) : resultFacts(tool, draft)),
    ...Object.fromEntries(usual.map(({ name, default: value }) => [name, value])),
    ...(tool.flags.includes('isWatermarked') ? watermarked : {}),
    ...bodyOf(tool, draft, address),
  };
  if (tool.inputs.max > 1)
    body.clips = sources.map(({ url, id, kind, clip }) => ({ ...clip, id, type: kind, url: address(url) }));
  if ('audioEdit' in tool.settings.shape) {
    const { duration } = extra ?? sources[0] ?? {};
    body.audioEdit = { loop: body.loop === true, mute: body.mute === true, duration };
  }
  return body;
}

/** The span of a file that is used whole, in the specification's body. */
function wholeSpan({ duration }: DraftSource) {
  return { isTrimmed: false, startTime: 0, endTime: duration };
}

/** A text watermark in that body, for the tool that adds one. */
const watermarked = { withCustomWatermark: true, watermarkMedium: 'text', watermarkImg: null };

/** Size, length and kind of what a tool makes without a file. */
function resultFacts(tool: Tool, draft: Draft) {
  const compiled = compileDraft(tool, draft);
  if (!compiled.ok) return {};
  const project = compiled.value;
  const isImage = isStill(project);
  return {
    dimensions: canvasSize(project),
    duration: isImage ? 0 : totalDuration(project),
    ...{ isGif: isGif(project), isImage },
  };
}

/** Name of a file on this device; of a link or sample, the name in its URL. */
export function nameOf(url: string): string {
  return entryOf(url)?.name ?? fileNameOf(url);
}

/** Maximum length of a result's name, in bytes. */
const MAX_NAME_BYTES = 200;

/** Names the result after its first file, in any script. */
function resultName(url: string): string {
  return cutToBytes(withoutIllegal(nameOf(url)).replace(/(?<=.)\.\w{1,5}$/, ''), MAX_NAME_BYTES);
}

/** Compiles a draft to a project, or returns all its problems. */
export function compileDraft(tool: Tool, draft: Draft): Parsed<Project> {
  const facts = new Map<string, MediaFacts>(filesOf(draft).map((source) => [source.url, source]));
  return compileToolBody(bodyOf(tool, draft), facts);
}

/** Returns a project of the first source alone, which is shown while the draft cannot be compiled. */
export function sourceProject({ sources: [first] }: Draft): Project | undefined {
  if (!first || first.width === 0) return undefined;
  const { clip: _, ...source } = first;
  const plain = projectOf(source, { size: outputSize(source), span: { isTrimmed: false, startTime: 0 } });
  const parsed = plain.ok ? parseProject(plain.value) : plain;
  return parsed.ok ? parsed.value : undefined;
}
