import { newId } from '../../engine/project/id.ts';
import { messages } from '../../engine/project/messages.ts';
import { tools } from '../../engine/tools/index.ts';
import { chosenProblems, inputsOf, sourceProblems } from '../../engine/tools/inputs.ts';
import type { SourceMedia, Tool } from '../../engine/tools/tool.ts';
import { batches } from '../batch/batch.ts';
import { addAll, fetchSample, SAMPLE_PICTURE, SAMPLE_SOUND, SAMPLE_VIDEO } from '../media/addAll.ts';
import { fileNameOf } from '../media/references.ts';
import { restoreMedia } from '../media/restoreMedia.ts';
import { takeLink } from '../media/takeLink.ts';
import { stopTaking, takeIn } from '../media/taking.ts';
import { dropFile } from '../media/uploads.ts';
import { showError, showFailure, showNote } from '../state/notices.ts';
import { changeDraftCues } from '../subtitles/draftCues.ts';
import { isCueFile } from '../subtitles/importCues.ts';
import { importFiles } from '../subtitles/imported.ts';
import { applyToMany } from './batchWork.ts';
import { draftOf, giveBeside, giveSources, setFields } from './drafts.ts';
import { forgetSources } from './forgetDrafts.ts';
import { mediaOf } from './storedDrafts.ts';

/** What has room for one thing: choosing another one stops what is still being taken in for it. */
const PLACE = 'tool';
const places = { source: `${PLACE} source`, beside: `${PLACE} beside`, mark: `${PLACE} mark` };

/** The tool of an id. @throws TypeError where there is none. */
export function toolOf(id: string): Tool {
  const tool = tools.find((one) => one.id === id);
  if (!tool) throw new TypeError(`There is no tool "${id}".`);
  return tool;
}

/**
 * Takes files of this device as the sources of a tool, or the one beside them where it is of that kind; files of subtitles
 * where it has such. What it cannot work on is said.
 */
export function takeFiles(tool: Tool, files: readonly File[]): void {
  if (files.length === 0) showError(messages.uploadEmptyList);
  if (files.length === 0) return;
  const texts = tool.id === 'subtitles' ? files.filter(isCueFile) : [];
  if (texts.length > 0) void importFiles(texts, (edit) => changeDraftCues(tool, edit)).catch(showFailure);
  if (texts.length === files.length) return;
  takeMedia(
    tool,
    files.filter((file) => !texts.includes(file)),
  );
}

function takeMedia(tool: Tool, files: readonly File[]): void {
  const { max } = tool.inputs;
  const room = max > 1 ? max - draftOf(tool).sources.length : tool.beside ? 2 : 1;
  const isTooMany = files.length > Math.max(room, 1);
  const wanted = isTooMany ? fittingFirst(tool, files).slice(0, Math.max(room, 1)) : files;
  const applyToAll = () => applyToMany(tool, files);
  if (isTooMany && max === 1 && batches[tool.id]?.isOpen) return void applyToAll();
  if (isTooMany)
    showNote(
      leftOutWords(wanted, files.length, max),
      max > 1 ? {} : { action: { label: 'Apply to all', run: applyToAll }, stays: true },
    );
  const sounds = inputsOf(tool).some((inputs) => inputs.kinds.includes('audio'));
  const options = isForSound(tool) ? { audio: true } : { sounds };
  const take = (signal: AbortSignal) => addAll(wanted, signal, options);
  void takeIn({ words: messages.uploadBegins, place: placeOf(tool), take, land: (media) => land(tool, media) });
}

/** Files in their order, those first whose types say that the tool can work on them. */
function fittingFirst(tool: Tool, files: readonly File[]): File[] {
  const types = inputsOf(tool).flatMap(({ kinds }) => kinds.map((kind) => (kind === 'animation' ? 'image' : kind)));
  const isOther = ({ type }: File) => Number(!types.some((one) => type.startsWith(`${one}/`)));
  return [...files].sort((one, other) => isOther(one) - isOther(other));
}

/** Takes what a pasted link leads to as a source of a tool. */
export function takePasted(tool: Tool, pasted: string) {
  const imagesOnly = tool.inputs.kinds.every((kind) => kind === 'image');
  const options = { imagesOnly, audio: isForSound(tool), sounds: true };
  const take = (signal: AbortSignal) => takeLink(pasted, signal, options);
  void takeIn({ words: messages.uploadFetches, place: placeOf(tool), take, land: (media) => landPasted(tool, media) });
}

/** Said where the sound of a video is a file of its own and the tool makes a video of one file. */
const SOUND_LEFT_OUT =
  'The sound of this video is a file of its own, which is left out here. In the Studio it comes along as a layer.';

/** The sound of a video that is a file of its own comes along where the tool takes a sound and has none. */
function landPasted(tool: Tool, [media, sound]: readonly SourceMedia[]): void {
  if (!media) return;
  land(tool, [media]);
  const { sources, beside } = draftOf(tool);
  if (!sound || sources.every(({ url }) => url !== media.url)) return;
  if (tool.beside?.kinds.includes('audio') && !beside) giveBeside(tool, sound);
  else showNote(SOUND_LEFT_OUT);
}

/** Only where nothing else is wanted does a video stand for its sound. */
function isForSound({ inputs: { kinds } }: Tool): boolean {
  return kinds.length === 1 && kinds[0] === 'audio';
}

/** Several come beside each other. */
function placeOf({ inputs: { max } }: Tool): string {
  return max === 1 ? places.source : `${PLACE} ${newId()}`;
}

/** Takes a file of this device as the one that a tool takes beside its sources. */
export function takeBeside(tool: Tool, [file]: readonly File[]) {
  if (!file) return showError(messages.uploadEmptyList);
  const take = (signal: AbortSignal) => addAll([file], signal, { audio: true });
  const land = ([media]: readonly SourceMedia[]) => giveBeside(tool, media);
  void takeIn({ words: messages.uploadBegins, place: places.beside, take, land });
}

/** Takes a picture of this device as the watermark. */
export function takeMark(tool: Tool, [file]: readonly File[]) {
  if (!file) return showError(messages.uploadEmptyList);
  const take = (signal: AbortSignal) => addAll([file], signal);
  const put = ([media]: readonly SourceMedia[]) => {
    if (media && media.kind !== 'image') {
      showError(`“${file.name}” is not an image.`);
      dropFile(media.url);
    } else if (media) setFields(tool, { watermarkImg: media.url, watermarkMedium: 'image' });
  };
  void takeIn({ words: messages.uploadBegins, place: places.mark, take, land: put });
}

/** Takes the sample: a video, or a sound or picture where a video is no use. */
export function takeSample(tool: Tool): void {
  const { kinds } = tool.inputs;
  const sample = kinds.includes('video') ? SAMPLE_VIDEO : kinds.includes('image') ? SAMPLE_PICTURE : SAMPLE_SOUND;
  const take = async (signal: AbortSignal) => [await fetchSample(sample, signal)];
  void takeIn({ words: messages.uploadFetches, place: places.source, take, land: (media) => land(tool, media) });
}

/** Stops taking files in. */
export function stopTakingFiles(): void {
  stopTaking(PLACE);
}

/** Brings the files of a draft back, as after a reload; those that are lost leave the draft, which is said. */
export async function restoreSources(tool: Tool): Promise<void> {
  const draft = draftOf(tool);
  const { missing } = await restoreMedia(mediaOf(draft));
  if (missing.length === 0) return;
  forgetSources(tool, missing);
  showNote('The file of this draft is not in this browser any more. Please choose it again.');
}

function land(tool: Tool, media: readonly SourceMedia[]): void {
  const { beside } = tool;
  const isBeside = (one: SourceMedia) =>
    beside !== undefined && one.kind === 'audio' && sourceProblems(beside, one, { path: [], used: {} }).length === 0;
  const second = media.find(isBeside);
  if (second) giveBeside(tool, second);
  const fitting = media.filter((one) => {
    if (isBeside(one)) return false;
    const [problem] = chosenProblems(tool, one);
    if (!problem) return true;
    showError(problem.message.replace(`"${one.url}"`, `“${fileNameOf(one.url)}”`));
    dropFile(one.url);
    return false;
  });
  if (fitting.length > 0) giveSources(tool, fitting);
}

function leftOutWords(taken: readonly File[], given: number, max: number): string {
  if (max > 1) return `At most ${max} files fit in here: ${given - taken.length} of ${given} are left out.`;
  return `Only ${taken[0]?.name} was opened. “Apply to all” creates a result of each file.`;
}
