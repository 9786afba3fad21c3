import { messages } from '../../engine/project/messages.ts';
import { sourceProblems } from '../../engine/tools/inputs.ts';
import type { SourceMedia, Tool } from '../../engine/tools/tool.ts';
import { restoreMedia } from '../media/addFile.ts';
import { fileNameOf } from '../media/references.ts';
import { addAll, fetchSample, SAMPLE_VIDEO, stopTaking, takeIn } from '../media/taking.ts';
import { showError, showNote } from '../state/notices.ts';
import { draftOf, giveSources } from './drafts.ts';

const PLACE = 'tool';

/** Takes files of this device as the sources of a tool. What it cannot work on is said. */
export function takeFiles(tool: Tool, files: readonly File[]) {
  if (files.length === 0) return showError(messages.uploadEmptyList);
  const wanted = tool.inputs.max > 1 ? files : files.slice(0, 1);
  const options = { audio: tool.inputs.kinds.includes('audio') };
  const take = (signal: AbortSignal) => addAll(wanted, signal, options);
  void takeIn({ words: messages.uploadBegins, place: PLACE, take, land: (media) => land(tool, media) });
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
  const { missing } = await restoreMedia(draft.sources.map(({ url }) => url));
  if (missing.length === 0) return;
  draft.sources = draft.sources.filter(({ url }) => !missing.includes(url));
  showNote('The file of this draft is not in this browser any more. Please choose it again.');
}

function land(tool: Tool, media: readonly SourceMedia[]): void {
  const fitting = media.filter((one) => {
    const [problem] = sourceProblems(tool.inputs, one, []);
    if (problem) showError(problem.message.replace(`"${one.url}"`, `“${fileNameOf(one.url)}”`));
    return !problem;
  });
  if (fitting.length > 0) giveSources(tool, fitting);
}
