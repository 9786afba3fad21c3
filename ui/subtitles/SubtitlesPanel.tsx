import { useEffect, useMemo, useState } from 'react';
import { Tabs } from '../components/Tabs.tsx';
import { showFailure } from '../state/notices.ts';
import { nameOf } from '../tools/compileDraft.ts';
import { endStep, redoDraft, trackOf, undoDraft } from '../tools/drafts.ts';
import type { PanelProps, SidePanelProps } from '../tools/toolPanel.ts';
import { CueEditor } from './CueEditor.tsx';
import { CueTrack } from './CueTrack.tsx';
import type { CueHost } from './cueHost.ts';
import { keptSpans } from './cuts.ts';
import { changeDraftCues, changeDraftCuts, cuesOf, removedOf } from './draftCues.ts';
import { openScreen } from './paths.ts';
import { StylePanel } from './StylePanel.tsx';
import { useSameMoment, useSourcePlayer } from './useSourcePlayer.ts';
import './subtitles.css';

/** Frame rate of a result. */
const FPS = 30;

/** Returns the editor's host for the subtitles of a tool's draft. */
export function useDraftHost({ tool, draft, project, player: shown }: Omit<SidePanelProps, 'refusalOf'>): CueHost {
  const [source] = draft.sources;
  const cues = cuesOf(draft);
  const removed = removedOf(draft);
  const { url = '', duration = 0, hasAudio } = source ?? {};
  const player = useSourcePlayer(shown, project);
  const audioTrack = trackOf(draft);
  return useMemo(
    () => ({
      ...{ cues, duration, player, endStep, fps: FPS },
      name: nameOf(url).replace(/(?<=.)\.\w{1,5}$/, ''),
      cuts: {
        ...{ removed, kept: keptSpans(removed, duration) },
        url: hasAudio ? url : '',
        audioTrack,
        change: (edit) => changeDraftCuts(tool, edit),
      },
      change: (edit, step) => changeDraftCues(tool, edit, step),
      undo: () => undoDraft(tool),
      redo: () => redoDraft(tool),
      open: openScreen,
    }),
    [tool, cues, removed, url, duration, hasAudio, audioTrack, player],
  );
}

const tabs = [
  { value: 'list', title: 'Subtitles' },
  { value: 'style', title: 'Style' },
] as const;

/** Side panel with the list of cues and their style. */
export function SubtitlesPanel(props: SidePanelProps) {
  const [tab, setTab] = useState<'list' | 'style'>('list');
  const host = useDraftHost(props);
  useSameMoment(props.player, props.project);
  useSheetKey();
  useGoingOn(props);
  return (
    <div className="subtitles-panel">
      <Tabs label="Source" value={tab} tabs={tabs} onChange={setTab}>
        {tab === 'list' ? <CueEditor host={host} /> : <StylePanel {...props} />}
      </Tabs>
    </div>
  );
}

/** Cues on a time axis, below the video. */
export function SubtitlesTrack(props: PanelProps) {
  const host = useDraftHost(props);
  const [source] = props.draft.sources;
  return source ? (
    <CueTrack host={host} url={source.url} audioTrack={host.cuts?.audioTrack} hasSound={source.hasAudio} />
  ) : null;
}

/** Settings that the list renders. */
export const askedFields = ['removeSilences', 'silenceThreshold', 'silenceLength', 'silencePadding'];

/** Settings that the style tab renders with their problems. */
export const styleFields = [
  ...['font', 'size', 'color', 'position', 'background', 'backgroundStyle', 'highlight', 'highlightColor'],
  ...['subtitleVideoRatio', 'subtitleVideoPosition', 'videoBackgroundColor'],
];

/** Resumes waiting for a transcription that was started before a reload. */
function useGoingOn({ tool, draft }: SidePanelProps): void {
  const { transcriptionId, finishedTranscribingAt } = draft.settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: later requests are already awaited.
  useEffect(() => {
    if (transcriptionId === undefined || finishedTranscribingAt !== undefined) return;
    import('./draftTranscription.ts')
      .then(({ resumeDraftTranscription: goOnHearing }) => goOnHearing(tool))
      .catch(showFailure);
  }, [tool]);
}

/** Opens the shortcuts sheet with "?". */
function useSheetKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      const isWriting = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
      if (key !== '?' || isWriting || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      openScreen('shortcuts');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
