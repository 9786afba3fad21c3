import { draftOf, editDraft } from '../tools/drafts.ts';
import { noteInDraft } from '../tools/noteInDraft.ts';
import type { Draft } from '../tools/storedDrafts.ts';
import { cuesOf } from './draftCues.ts';
import { endScreen } from './paths.ts';
import { type Asked, resumeTranscribing, transcription } from './transcription.ts';

/** What is asked for where a video of a draft is heard: it lands in no other one's subtitles, and not where the person has gone since. */
export function askedOf(tool: { id: string }, url: string): Pick<Asked, 'of' | 'isWanted' | 'land' | 'note'> {
  const isOf = ({ sources: [source] }: Draft) => source?.url === url;
  return {
    of: tool.id,
    isWanted: () => isOf(draftOf(tool)),
    land: (edit, heard) =>
      editDraft(tool, (draft) => {
        const subtitles = edit(cuesOf(draft));
        return { ...draft, settings: { ...draft.settings, subtitles, ...heard, isTranscribed: true } };
      }),
    note: ({ transcriptionId: id }) =>
      noteInDraft(tool, (draft) => {
        if (!isOf(draft)) return draft;
        const { transcriptionId: _, finishedTranscribingAt: __, ...settings } = draft.settings;
        return { ...draft, settings: id === undefined ? settings : { ...settings, transcriptionId: id } };
      }),
  };
}

/** Ends the screen of a transcription with it. */
export function endTranscribing(): void {
  endScreen('transcribe');
}

/** Goes on with a transcription that a reload broke off. */
export async function goOnHearing(tool: { id: string }): Promise<void> {
  const { sources, settings } = draftOf(tool);
  const { transcriptionId: id, finishedTranscribingAt } = settings;
  const isWaiting = typeof id === 'string' && finishedTranscribingAt === undefined && transcription.of === '';
  if (sources[0] && isWaiting && (await resumeTranscribing(askedOf(tool, sources[0].url), id))) endTranscribing();
}
