import { mapHistory } from '../../../engine/edit/history.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import type { Draft } from '../../client/drafts/storedDrafts.ts';
import { resumeTranscribing, type TranscriptionRequest, transcription } from '../../client/subtitles/transcription.ts';
import { endScreen } from '../../subtitles/paths.ts';
import { draftHistories, draftOf, editDraft, setDraftHistory } from '../drafts.ts';
import { cuesOf } from './draftCues.ts';

/** Returns the callbacks of a draft's transcription. Cues are added only while the draft has the same video. */
export function transcriptionRequestOf(
  tool: { id: string },
  url: string,
): Pick<TranscriptionRequest, 'of' | 'isStillNeeded' | 'land' | 'note'> {
  const isOf = ({ sources: [source] }: Draft) => source?.url === url;
  return {
    of: tool.id,
    isStillNeeded: () => isOf(draftOf(tool)),
    land: (edit, result) =>
      editDraft(tool, (draft) => {
        const subtitles = edit(cuesOf(draft));
        return { ...draft, settings: { ...draft.settings, subtitles, ...result, isTranscribed: true } };
      }),
    note: ({ transcriptionId: id }) =>
      editAllDraftSteps(tool, (draft) => {
        if (!isOf(draft)) return draft;
        const { transcriptionId: _, finishedTranscribingAt: __, ...settings } = draft.settings;
        return { ...draft, settings: id === undefined ? settings : { ...settings, transcriptionId: id } };
      }),
  };
}

/** Closes the transcription screen. */
export function endTranscribing(): void {
  endScreen('transcribe');
}

/** Resumes a transcription after a reload. */
export async function resumeDraftTranscription(tool: { id: string }): Promise<void> {
  const { sources, settings } = draftOf(tool);
  const { transcriptionId: id, finishedTranscribingAt } = settings;
  const isWaiting = typeof id === 'string' && finishedTranscribingAt === undefined && transcription.of === '';
  if (sources[0] && isWaiting && (await resumeTranscribing(transcriptionRequestOf(tool, sources[0].url), id)))
    endTranscribing();
}

/** Changes every undo step of a draft, for facts that undo must not revert. A separate module: few pages need it. */
export function editAllDraftSteps({ id }: Pick<Tool, 'id'>, edit: (draft: Draft) => Draft): void {
  if (draftHistories[id]) setDraftHistory(id, mapHistory(draftHistories[id], edit));
}
