import { messages } from '../../engine/project/messages.ts';
import { inputsOf, sourceProblems } from '../../engine/tools/inputs.ts';
import type { SourceMedia, Tool } from '../../engine/tools/tool.ts';
import { restoreMedia } from '../media/addFile.ts';
import { fileNameOf } from '../media/references.ts';
import { addAll, fetchSample, SAMPLE_VIDEO, stopTaking, takeIn } from '../media/taking.ts';
import { showError, showNote } from '../state/notices.ts';
import { draftOf, forgetSources, giveBeside, giveSources } from './drafts.ts';
import { filesOf } from './storedDrafts.ts';

const PLACE = 'tool';

/**
 * Takes files of this device as the sources of a tool, or the one beside them where it is of that kind. What it cannot work
 * on is said.
 */
export function takeFiles(tool: Tool, files: readonly File[]) {
  if (files.length === 0) return showError(messages.uploadEmptyList);
  const wanted = tool.inputs.max > 1 ? files : files.slice(0, 1);
  const { kinds } = tool.inputs;
  const sounds = inputsOf(tool).some((inputs) => inputs.kinds.includes('audio'));
  // Only where nothing else is wanted does a video stand for its sound.
  const options = kinds.length === 1 && kinds[0] === 'audio' ? { audio: true } : { sounds };
  const take = (signal: AbortSignal) => addAll(wanted, signal, options);
  void takeIn({ words: messages.uploadBegins, place: PLACE, take, land: (media) => land(tool, media) });
}

/** Takes a file of this device as the one that a tool takes beside its sources. */
export function takeBeside(tool: Tool, [file]: readonly File[]) {
  if (!file) return showError(messages.uploadEmptyList);
  const take = (signal: AbortSignal) => addAll([file], signal, { audio: true });
  const land = ([media]: readonly SourceMedia[]) => giveBeside(tool, media);
  void takeIn({ words: messages.uploadBegins, place: PLACE, take, land });
}

/** Takes the sample video. */
export function takeSample(tool: Tool): void {
  const take = async (signal: AbortSignal) => [await fetchSample(SAMPLE_VIDEO, signal)];
  void takeIn({ words: messages.uploadFetches, place: PLACE, take, land: (media) => land(tool, media) });
}

/** Stops taking files in. */
export function stopTakingFiles(): void {
  stopTaking(PLACE);
}

/** Brings the files of a draft back, as after a reload; those that are lost leave the draft, which is said. */
export async function restoreSources(tool: Tool): Promise<void> {
  const draft = draftOf(tool);
  const { missing } = await restoreMedia(filesOf(draft).map(({ url }) => url));
  if (missing.length === 0) return;
  forgetSources(tool, missing);
  showNote('The file of this draft is not in this browser any more. Please choose it again.');
}

function land(tool: Tool, media: readonly SourceMedia[]): void {
  const { beside } = tool;
  const isBeside = (one: SourceMedia) =>
    beside !== undefined && one.kind === 'audio' && sourceProblems(beside, one, []).length === 0;
  const second = media.find(isBeside);
  if (second) giveBeside(tool, second);
  const fitting = media.filter((one) => {
    if (isBeside(one)) return false;
    const [problem] = sourceProblems(tool.inputs, one, []);
    if (problem) showError(problem.message.replace(`"${one.url}"`, `“${fileNameOf(one.url)}”`));
    return !problem;
  });
  if (fitting.length > 0) giveSources(tool, fitting);
}
