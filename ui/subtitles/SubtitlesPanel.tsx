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

/** Frames a second of a result. */
const FPS = 30;

/** What the editor works on: the subtitles of the tool's draft. */
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

/** The list of subtitles beside the video, and how they look. */
export function SubtitlesPanel(props: SidePanelProps) {
  const [tab, setTab] = useState<'list' | 'style'>('list');
  const host = useDraftHost(props);
  useSameMoment(props.player, props.project);
  useSheetKey();
  useGoingOn(props);
  return (
    <div className="subtitles-panel">
      <Tabs label="What is worked on" value={tab} tabs={tabs} onChange={setTab}>
        {tab === 'list' ? <CueEditor host={host} /> : <StylePanel {...props} />}
      </Tabs>
    </div>
  );
}

/** The subtitles over their time, below the video. */
export function SubtitlesTrack(props: PanelProps) {
  const host = useDraftHost(props);
  const [source] = props.draft.sources;
  return source ? (
    <CueTrack host={host} url={source.url} audioTrack={host.cuts?.audioTrack} hasSound={source.hasAudio} />
  ) : null;
}

/** The settings that this asks for. */
export const askedFields = ['removeSilences', 'silenceThreshold', 'silenceLength', 'silencePadding'];

/** More of them; what is wrong with them is said at their fields. */
export const styleFields = [
  ...['font', 'size', 'color', 'position', 'background', 'backgroundStyle', 'highlight', 'highlightColor'],
  ...['subtitleVideoRatio', 'subtitleVideoPosition', 'videoBackgroundColor'],
];

/** Goes on waiting for a transcription that was asked for before a reload. */
function useGoingOn({ tool, draft }: SidePanelProps): void {
  const { transcriptionId, finishedTranscribingAt } = draft.settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for later is waited for already.
  useEffect(() => {
    if (transcriptionId === undefined || finishedTranscribingAt !== undefined) return;
    import('./hearDraft.ts').then(({ goOnHearing }) => goOnHearing(tool)).catch(showFailure);
  }, [tool]);
}

/** Opens the sheet of shortcuts at the key that stands for it everywhere. */
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
