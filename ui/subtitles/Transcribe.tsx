import { nameOf } from '../tools/compileDraft.ts';
import { setField } from '../tools/drafts.ts';
import { endTranscribing, transcriptionRequestOf } from './draftTranscription.ts';
import { closeScreen } from './paths.ts';
import type { SheetProps } from './sheetProps.ts';
import { TranscribeForm } from './TranscribeForm.tsx';

/** Transcribes the video of a draft. */
export function Transcribe({ tool, draft }: SheetProps) {
  const [source] = draft.sources;
  if (!source)
    return (
      <>
        <p className="soft">Please choose a video first.</p>
        <button type="button" className="button plain" onClick={closeScreen}>
          Back
        </button>
      </>
    );
  return (
    <TranscribeForm
      {...transcriptionRequestOf(tool, source.url)}
      url={source.url}
      name={nameOf(source.url)}
      isSilent={source.hasAudio === false}
      languageCode={String(draft.settings.languageCode ?? '')}
      onLanguage={(code) => setField(tool, 'languageCode', code)}
      onEnd={endTranscribing}
    />
  );
}
