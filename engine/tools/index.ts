import * as z from 'zod';
import { mediaUrl } from '../project/fields.ts';
import { hostileProblems } from '../project/guard.ts';
import { problemsOf } from '../project/issues.ts';
import { MAX_SOURCE_SECONDS } from '../project/limits.ts';
import type { MediaFacts } from '../project/media.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { type Problem, problem } from '../project/problems.ts';
import { type Project, watermarkFields } from '../project/project.ts';
import { lengthProblems } from '../timeline/lengthProblems.ts';
import { loop } from './loop.ts';
import { meme } from './meme.ts';
import type { SourceMedia, Tool } from './tool.ts';
import { trim } from './trim.ts';

/** Every single-purpose tool, in the order of lists. A new tool is a file and a line here. */
export const tools: readonly Tool[] = [trim, loop, meme];

/** What every tool's body may carry beside its own fields; it goes into the project as it is. */
export const commonFields = z.object({
  ...watermarkFields,
  name: z.string().max(200).optional().describe('name of the project'),
  quality: z.enum(['standard', 'high']).default('high').describe('quality of the output'),
  videoType: z.enum(['mp4', 'gif']).optional().describe("output; left out, it is the source's own kind"),
});

const source = z.union([mediaUrl, z.object({ url: mediaUrl }), z.object({ uri: mediaUrl })]);

/**
 * The tool that a createVideo body names: by one of its flags being true, else by its route as editorPath;
 * undefined when no tool is named.
 */
export function toolOfBody(body: unknown): Tool | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  return (
    tools.find((tool) => tool.flags.some((flag) => fields[flag] === true)) ??
    tools.find((tool) => tool.route === fields.editorPath)
  );
}

/** The address of a body's source: sourceVideo as a bare address or as a media object; undefined when it has none. */
export function sourceUrlOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const found = source.safeParse((body as Record<string, unknown>).sourceVideo, { jitless: true });
  if (!found.success) return undefined;
  if (typeof found.data === 'string') return found.data;
  return 'url' in found.data ? found.data.url : found.data.uri;
}

/**
 * Turns the createVideo body of a tool into its project, or every problem of it. Never throws.
 * @param facts of the source, under the address that sourceUrlOf gives.
 */
export function compileToolBody(body: unknown, facts: ReadonlyMap<string, MediaFacts>): Parsed<Project> {
  const hostile = hostileProblems(body);
  if (hostile.length > 0) return refused(hostile);
  const tool = toolOfBody(body);
  if (!tool) return refused([problem('choice', [], 'The request names no tool that is known here.')]);
  const url = sourceUrlOf(body);
  if (url === undefined)
    return refused([problem('required', ['sourceVideo'], '"sourceVideo" must be the address of a media file.')]);
  const known = facts.get(url);
  const settings = tool.settings.safeParse(body, { reportInput: true, jitless: true });
  const common = commonFields.safeParse(body, { reportInput: true, jitless: true });
  const problems = [
    ...(known
      ? sourceProblems({ ...known, url })
      : [problem('media.missing', ['sourceVideo'], `"${url}" is not there.`)]),
    ...(settings.success ? [] : problemsOf(settings.error)),
    ...(common.success ? [] : problemsOf(common.error)),
  ];
  if (problems.length > 0 || !known || !settings.success || !common.success) return refused(problems);
  const compiled = tool.compile(settings.data, { ...known, url });
  return compiled.ok ? withCommon(compiled.value, common.data) : compiled;
}

/** What is wrong with a source whatever the tool: over 30 minutes (tools spec §5), or nothing to be seen. */
function sourceProblems(media: SourceMedia): Problem[] {
  if (media.duration > MAX_SOURCE_SECONDS) return [problem('duration.source', ['sourceVideo'], messages.sourceTooLong)];
  if (media.kind !== 'audio' && media.width > 0 && media.height > 0) return [];
  return [problem('media.kind', ['sourceVideo'], `"${media.url}" is neither a video nor an image.`)];
}

function withCommon(project: Project, common: z.output<typeof commonFields>): Parsed<Project> {
  const { videoType = project.videoType, ...rest } = common;
  const whole: Project = { ...project, ...rest, videoType };
  const tooLong = lengthProblems(whole);
  return tooLong.length > 0 ? refused(tooLong) : { ok: true, value: whole };
}

function refused(problems: Problem[]): Parsed<never> {
  return { ok: false, problems };
}
