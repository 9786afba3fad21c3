import { newId } from '../../engine/project/id.ts';
import { messages } from '../../engine/project/messages.ts';
import { tools } from '../../engine/tools/index.ts';
import { chosenProblems, inputsOf, kindProblems } from '../../engine/tools/inputs.ts';
import type { SourceMedia, Tool } from '../../engine/tools/tool.ts';
import { mediaOf } from '../client/drafts/storedDrafts.ts';
import { addAll, fetchSample, SAMPLE_PICTURE, SAMPLE_SOUND, SAMPLE_VIDEO } from '../client/media/addAll.ts';
import { importLink } from '../client/media/importLink.ts';
import { cancelImports, runImport } from '../client/media/imports.ts';
import { fileNameOf } from '../client/media/references.ts';
import { restoreMedia } from '../client/media/restoreMedia.ts';
import { dropFile } from '../client/media/uploads.ts';
import { showError, showFailure, showNote } from '../client/page/notices.ts';
import { batches } from '../client/renders/batch.ts';
import { isCueFile } from '../client/subtitles/importCues.ts';
import { importFiles } from '../client/subtitles/imported.ts';
import { applyToMany } from './batchWork.ts';
import { addSources, draftOf, setExtraSource, setFields } from './drafts.ts';
import { forgetSources } from './forgetDrafts.ts';
import { changeDraftCues } from './subtitles/draftCues.ts';

/** Places for one file each: importing another file aborts the pending import of the same place. */
const PLACE = 'tool';
const places = { source: `${PLACE} source`, extra: `${PLACE} beside`, mark: `${PLACE} mark` };

/** Returns the tool with an id. @throws TypeError if there is none. */
export function toolOf(id: string): Tool {
  const tool = tools.find((one) => one.id === id);
  if (!tool) throw new TypeError(`There is no tool "${id}".`);
  return tool;
}

/**
 * Imports local files as sources or the extra file of a tool, or as subtitles in the subtitle tool. Reports files that
 * the tool does not accept.
 */
export function importToolFiles(tool: Tool, files: readonly File[]): void {
  if (files.length === 0) showError(messages.uploadEmptyList);
  if (files.length === 0) return;
  const texts = tool.id === 'subtitles' ? files.filter(isCueFile) : [];
  if (texts.length > 0) void importFiles(texts, (edit) => changeDraftCues(tool, edit)).catch(showFailure);
  if (texts.length === files.length) return;
  importMedia(
    tool,
    files.filter((file) => !texts.includes(file)),
  );
}

function importMedia(tool: Tool, files: readonly File[]): void {
  const { max } = tool.inputs;
  const room = max > 1 ? max - draftOf(tool).sources.length : tool.extra ? 2 : 1;
  const isTooMany = files.length > Math.max(room, 1);
  const accepted = isTooMany ? fittingFirst(tool, files).slice(0, Math.max(room, 1)) : files;
  const applyToAll = () => applyToMany(tool, files);
  if (isTooMany && max === 1 && batches[tool.id]?.isOpen) return void applyToAll();
  if (isTooMany)
    showNote(
      leftOutWords(accepted, files.length, max),
      max > 1 ? {} : { action: { label: 'Apply to all', run: applyToAll }, stays: true },
    );
  const sounds = inputsOf(tool).some((inputs) => inputs.kinds.includes('audio'));
  const options = isForSound(tool) ? { audio: true } : { sounds };
  const importAll = (signal: AbortSignal) => addAll(accepted, signal, options);
  void runImport({
    words: messages.uploadBegins,
    place: placeOf(tool),
    load: importAll,
    land: (media) => land(tool, media),
  });
}

/** Sorts files: those whose type the tool accepts come first. */
function fittingFirst(tool: Tool, files: readonly File[]): File[] {
  const types = inputsOf(tool).flatMap(({ kinds }) => kinds.map((kind) => (kind === 'animation' ? 'image' : kind)));
  const isOther = ({ type }: File) => Number(!types.some((one) => type.startsWith(`${one}/`)));
  return [...files].sort((one, other) => isOther(one) - isOther(other));
}

/** Imports the target of a pasted link as a source. */
export function importPastedLink(tool: Tool, pasted: string) {
  const imagesOnly = tool.inputs.kinds.every((kind) => kind === 'image');
  const options = { imagesOnly, audio: isForSound(tool), sounds: true };
  const importAll = (signal: AbortSignal) => importLink(pasted, signal, options);
  void runImport({
    words: messages.uploadFetches,
    place: placeOf(tool),
    load: importAll,
    land: (media) => landPasted(tool, media),
  });
}

/** Shown when a link has a separate audio file and the tool creates a video from one file. */
const SOUND_LEFT_OUT =
  'The audio of this video is a separate file, which is not included here. The Studio adds it as a layer.';

/** Adds a separate audio file as the extra file, if the tool accepts audio there and has none. */
function landPasted(tool: Tool, [media, sound]: readonly SourceMedia[]): void {
  if (!media) return;
  land(tool, [media]);
  const { sources, beside: extra } = draftOf(tool);
  if (!sound || sources.every(({ url }) => url !== media.url)) return;
  if (tool.extra?.kinds.includes('audio') && !extra) setExtraSource(tool, sound);
  else showNote(SOUND_LEFT_OUT);
}

/** Only in audio tools, a video is accepted for its audio. */
function isForSound({ inputs: { kinds } }: Tool): boolean {
  return kinds.length === 1 && kinds[0] === 'audio';
}

/** Several sources are imported in parallel. */
function placeOf({ inputs: { max } }: Tool): string {
  return max === 1 ? places.source : `${PLACE} ${newId()}`;
}

/** Imports a local file as the extra file of a tool. */
export function importExtraSource(tool: Tool, [file]: readonly File[]) {
  if (!file) return showError(messages.uploadEmptyList);
  const importAll = (signal: AbortSignal) => addAll([file], signal, { audio: true });
  const land = ([media]: readonly SourceMedia[]) => setExtraSource(tool, media);
  void runImport({ words: messages.uploadBegins, place: places.extra, load: importAll, land });
}

/** Imports a local image as the watermark. */
export function importWatermark(tool: Tool, [file]: readonly File[]) {
  if (!file) return showError(messages.uploadEmptyList);
  const importAll = (signal: AbortSignal) => addAll([file], signal);
  const setWatermark = ([media]: readonly SourceMedia[]) => {
    if (media && media.kind !== 'image') {
      showError(`“${file.name}” is not an image.`);
      dropFile(media.url);
    } else if (media) setFields(tool, { watermarkImg: media.url, watermarkMedium: 'image' });
  };
  void runImport({ words: messages.uploadBegins, place: places.mark, load: importAll, land: setWatermark });
}

/** Imports the sample video, or the sample image or audio for tools that do not accept video. */
export function importSample(tool: Tool): void {
  const { kinds } = tool.inputs;
  const sample = kinds.includes('video') ? SAMPLE_VIDEO : kinds.includes('image') ? SAMPLE_PICTURE : SAMPLE_SOUND;
  const importAll = async (signal: AbortSignal) => [await fetchSample(sample, signal)];
  void runImport({
    words: messages.uploadFetches,
    place: places.source,
    load: importAll,
    land: (media) => land(tool, media),
  });
}

/** Aborts all imports. */
export function cancelToolImports(): void {
  cancelImports(PLACE);
}

/** Restores the files of a draft, as after a reload. Removes missing files from the draft and reports them. */
export async function restoreSources(tool: Tool): Promise<void> {
  const draft = draftOf(tool);
  const { missing } = await restoreMedia(mediaOf(draft));
  if (missing.length === 0) return;
  forgetSources(tool, missing);
  showNote('This browser no longer has the file for this draft. Choose it again.');
}

function land(tool: Tool, media: readonly SourceMedia[]): void {
  const { extra } = tool;
  const isExtra = (one: SourceMedia) =>
    extra !== undefined && one.kind === 'audio' && kindProblems(extra, one, []).length === 0;
  const second = media.find(isExtra);
  if (second) setExtraSource(tool, second);
  const fitting = media.filter((one) => {
    if (isExtra(one)) return false;
    const [problem] = chosenProblems(tool, one);
    if (!problem) return true;
    showError(problem.message.replace(`"${one.url}"`, `“${fileNameOf(one.url)}”`));
    dropFile(one.url);
    return false;
  });
  if (fitting.length > 0) addSources(tool, fitting);
}

function leftOutWords(taken: readonly File[], offered: number, max: number): string {
  if (max > 1) return `At most ${max} files are accepted: ${offered - taken.length} of ${offered} were skipped.`;
  return `One file at a time: using ${taken[0]?.name}. “Apply to all” creates one result for each file.`;
}
