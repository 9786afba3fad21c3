import { useLayoutEffect } from 'react';
import { translucentBackground } from '../../../engine/tools/subtitles.ts';
import { nameOf } from '../../client/drafts/compileDraft.ts';
import type { Draft } from '../../client/drafts/storedDrafts.ts';
import { ShortcutGroups } from '../../kit/ShortcutGroups.tsx';
import { ColorPicker } from '../../pickers/ColorPicker.tsx';
import { FontList } from '../../pickers/FontList.tsx';
import { cueSheet } from '../../subtitles/cueSheet.ts';
import { closeScreen } from '../../subtitles/paths.ts';
import { TranscribeForm } from '../../subtitles/TranscribeForm.tsx';
import { endStep, setField, trackOf } from '../drafts.ts';
import { fieldOf } from '../formOf.ts';
import { endTranscribing, transcriptionRequestOf } from './draftTranscription.ts';

/** Color picker for a subtitle color of a draft. */
export function DraftColor({ tool, draft, field }: SheetProps & { field: ColorField }) {
  useLayoutEffect(() => endStep, []);
  const value = String(draft.settings[field] ?? fieldOf(tool, field)?.default ?? '#ffffff');
  const isGround = field === 'background';
  const setDraftColor = (color: string) => setField(tool, field, isGround ? translucentBackground(color) : color);
  return (
    <>
      <ColorPicker value={value} onChange={setDraftColor} onEnd={endStep} clear={isGround && 'none'} />
      {isGround && <p className="soft small">Backgrounds are 60% opaque.</p>}
    </>
  );
}

/** Font list for the subtitles of a draft. */
export function DraftFonts({ tool, draft }: SheetProps) {
  return (
    <FontList
      value={String(draft.settings.font ?? fieldOf(tool, 'font')?.default ?? 'Arial')}
      onChoose={(family) => {
        endStep();
        setField(tool, 'font', family);
        endStep();
      }}
    />
  );
}

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
      source={{ url: source.url, audioTrack: trackOf(draft) }}
      name={nameOf(source.url)}
      isSilent={source.hasAudio === false}
      languageCode={String(draft.settings.languageCode ?? '')}
      onLanguage={(code) => setField(tool, 'languageCode', code)}
      onEnd={endTranscribing}
    />
  );
}

/** Keyboard shortcuts of the subtitle page. */
export function CueShortcuts() {
  return <ShortcutGroups groups={cueSheet} />;
}

/** Props of a screen over the subtitle page. */
export interface SheetProps {
  tool: { id: string };
  draft: Draft;
}

/** Settings that are colors. */
export type ColorField = 'color' | 'background' | 'highlightColor' | 'videoBackgroundColor';
