import { proxy, subscribe } from 'valtio/vanilla';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import type { MediaFacts } from '../../engine/project/media.ts';
import { type Parsed, parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { compileToolBody } from '../../engine/tools/body.ts';
import { fieldsOf } from '../../engine/tools/field.ts';
import { keyOf } from '../../engine/tools/inputs.ts';
import { outputSize, projectOf } from '../../engine/tools/source.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { fileNameOf } from '../media/references.ts';
import { type Draft, filesOf, storeDrafts, storedDrafts } from './storedDrafts.ts';

/** Settings that are about one file, and go with it. */
const OF_THE_FILE = ['isTrimmed', 'startTime', 'endTime'];

/** The drafts of all tools, by the tool's id. They outlive the page. */
export const drafts = proxy<Record<string, Draft>>(storedDrafts());

subscribe(drafts, () => {
  storeDrafts(drafts);
});

/** The draft of a tool; an empty one where there is none yet. */
export function draftOf({ id }: Tool): Draft {
  drafts[id] ??= { sources: [], settings: {} };
  return drafts[id];
}

/** Sets a field of a tool's form. @param value undefined: as usual. */
export function setField(tool: Tool, name: string, value: unknown): void {
  const { settings } = draftOf(tool);
  if (value === undefined) delete settings[name];
  else settings[name] = value;
}

/** Gives a tool files, beside those that it has where there is room, else in their place. */
export function giveSources(tool: Tool, media: readonly ChosenMedia[]): void {
  const draft = draftOf(tool);
  const { max } = tool.inputs;
  const given = media.map(factsOf);
  const together = max > 1 ? [...draft.sources, ...given] : given;
  draft.sources = together.slice(0, max);
  if (max === 1) for (const name of OF_THE_FILE) delete draft.settings[name];
}

/** Gives a tool the file that it takes beside the others, in the place of the one it has; undefined takes it away. */
export function giveBeside(tool: Tool, media: ChosenMedia | undefined): void {
  const draft = draftOf(tool);
  if (media) draft.beside = factsOf(media);
  else delete draft.beside;
  for (const { name, isOfBeside } of fieldsOf(tool.settings)) if (isOfBeside) delete draft.settings[name];
}

function factsOf({ url, kind, width, height, duration, hasAudio, animated }: ChosenMedia): ChosenMedia {
  return { url, kind, width, height, duration, hasAudio, animated };
}

/** Takes a file out of a tool. @param index its place among the sources. */
export function dropSource(tool: Tool, index: number): void {
  draftOf(tool).sources.splice(index, 1);
}

/**
 * The createVideo body of a draft.
 * @param address where the server finds a file that the draft names; default: as it is named.
 */
export function bodyOf(tool: Tool, { sources, beside, settings }: Draft, address = (url: string) => url) {
  const files = sources.map(({ url, clip }) => (clip ? { ...clip, url: address(url) } : address(url)));
  const name = fileNameOf(sources[0]?.url ?? '').replace(/\.\w+$/, '');
  return {
    ...(name ? { name } : {}),
    ...settings,
    ...Object.fromEntries(tool.flags.map((flag) => [flag, true])),
    ...(tool.inputs.max > 1 ? { clips: files } : files.length > 0 ? { [keyOf(tool.inputs)]: files[0] } : {}),
    ...(tool.beside && beside ? { [keyOf(tool.beside)]: address(beside.url) } : {}),
    editorPath: tool.route,
  };
}

/** What a draft makes, or every problem of it. */
export function compileDraft(tool: Tool, draft: Draft): Parsed<Project> {
  const facts = new Map<string, MediaFacts>(filesOf(draft).map((source) => [source.url, source]));
  return compileToolBody(bodyOf(tool, draft), facts);
}

/** The first source alone, as it is: what is shown as long as a draft makes nothing. */
export function sourceProject({ sources: [first] }: Draft): Project | undefined {
  if (!first || first.width === 0) return undefined;
  const source = factsOf(first);
  const plain = projectOf(source, { size: outputSize(source), span: { isTrimmed: false, startTime: 0 } });
  const parsed = plain.ok ? parseProject(plain.value) : plain;
  return parsed.ok ? parsed.value : undefined;
}
