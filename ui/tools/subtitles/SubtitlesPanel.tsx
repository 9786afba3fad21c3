import { ChevronRight } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import type { Project } from '../../../engine/project/project.ts';
import type { TimeSpan } from '../../../engine/timeline/timeSpans.ts';
import type { SubtitleScreen } from '../../../engine/tools/subtitleScreens.ts';
import { nameOf } from '../../client/drafts/compileDraft.ts';
import { trackIn, tracksOf } from '../../client/media/audioTracks.ts';
import { waveforms } from '../../client/media/strips.ts';
import { showFailure } from '../../client/page/notices.ts';
import { Swatch } from '../../kit/swatches.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { CueEditor } from '../../subtitles/CueEditor.tsx';
import { CueTrack } from '../../subtitles/CueTrack.tsx';
import type { CueHost, CuePlayer } from '../../subtitles/cueHost.ts';
import { clockOf, playedParts, useCuePlayer } from '../../subtitles/cuePlayer.ts';
import { keptSpans } from '../../subtitles/cuts.ts';
import { openScreen } from '../../subtitles/paths.ts';
import { planCuts } from '../../subtitles/plannedCuts.ts';
import { LookCards, type LookFields } from '../../subtitles/subtitleLooks.tsx';
import { endStep, redoDraft, setField, setFields, trackOf, undoDraft } from '../drafts.ts';
import { FieldControl } from '../FieldControl.tsx';
import { fieldOf, formOf } from '../formOf.ts';
import type { PanelProps, SidePanelProps } from '../toolPanel.ts';
import type { ToolPlayer } from '../toolPlayer.ts';
import { changeDraftCues, changeDraftCuts, cuesOf, removedOf } from './draftCues.ts';
import '../../subtitles/subtitles.css';
import '../toolPanels.css';

/** Frame rate of a result. */
const FPS = 30;

/** Returns the editor's host for the subtitles of a tool's draft. */
function useDraftHost({ tool, draft, project, player: shown }: Omit<SidePanelProps, 'refusalOf'>): CueHost {
  const [source] = draft.sources;
  const cues = cuesOf(draft);
  const removed = removedOf(draft);
  const { url = '', duration = 0, hasAudio } = source ?? {};
  const player = useSourcePlayer(shown, project);
  const audioTrack = trackOf(draft);
  const languageCode = draft.settings.languageCode as string | undefined;
  const readPeaks = useCallback(
    async (signal: AbortSignal) => {
      const known = tracksOf(url);
      const wave = await waveforms.read(url, duration, signal, known ? trackIn(known, audioTrack) : audioTrack);
      return wave?.state === 'ready' ? wave.peaks : undefined;
    },
    [url, duration, audioTrack],
  );
  return useMemo(
    () => ({
      ...{ cues, duration, player, endStep, fps: FPS },
      name: nameOf(url).replace(/(?<=.)\.\w{1,5}$/, ''),
      cuts: {
        ...{ removed, kept: keptSpans(removed, duration), plan: planCuts },
        ...(hasAudio && { readPeaks }),
        languageCode,
        change: (edit) => {
          changeDraftCuts(tool, edit);
          return undefined;
        },
      },
      change: (edit, step) => changeDraftCues(tool, edit, step),
      undo: () => undoDraft(tool),
      redo: () => redoDraft(tool),
      open: openScreen,
    }),
    [tool, cues, removed, url, duration, hasAudio, languageCode, readPeaks, player],
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
    <div className="stack-2 subtitles-panel">
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
    <CueTrack host={host} url={source.url} audioTrack={trackOf(props.draft)} hasSound={source.hasAudio} />
  ) : null;
}

/** Settings that the list renders. */
export const trackFields = ['removeSilences', 'silenceThreshold', 'silenceLength', 'silencePadding'];

/** Settings that the style tab renders with their problems. */
export const styleFields = [
  ...['font', 'size', 'color', 'position', 'background', 'backgroundStyle', 'highlight', 'highlightColor'],
  'highlightStyle',
  ...['subtitleVideoRatio', 'subtitleVideoPosition', 'videoBackgroundColor'],
];

/** Resumes waiting for a transcription that was started before a reload. */
function useGoingOn({ tool, draft }: SidePanelProps): void {
  const { transcriptionId, finishedTranscribingAt } = draft.settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: later requests are already awaited.
  useEffect(() => {
    if (transcriptionId === undefined || finishedTranscribingAt !== undefined) return;
    import('./draftTranscription.ts')
      .then(({ resumeDraftTranscription }) => resumeDraftTranscription(tool))
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

/** Style settings of the subtitles of a draft. */
function StylePanel({ tool, draft, refusalOf }: SidePanelProps) {
  const usual = Object.fromEntries(formOf(tool).own.map((field) => [field.name, field.default]));
  const settings = { ...usual, ...draft.settings };
  const asked = (name: string) => {
    const field = fieldOf(tool, name);
    if (!field) return null;
    return (
      <FieldControl
        field={field}
        value={draft.settings[name]}
        duration={0}
        refusal={refusalOf(name)}
        onChange={(value) => setField(tool, name, value)}
      />
    );
  };
  const choose = (values: Record<string, unknown>) => {
    endStep();
    setFields(tool, values);
    endStep();
  };
  const hasOwnFrame = settings.subtitleVideoRatio !== 'none';
  return (
    <div className="stack-2 subtitle-style">
      <LookCards
        fields={{ ...settings, fontFamily: String(settings.font) } as unknown as LookFields}
        onChoose={({ fontFamily: font, ...look }) => choose({ font, ...look })}
      />
      <div className="style-rows">
        <Row screen="fonts" label="Font">
          {String(settings.font)}
        </Row>
        <Row screen="text-color" label="Text color">
          <Swatch color={String(settings.color)} />
        </Row>
        <Row screen="text-background-color" label="Background">
          <Swatch color={String(settings.background)} />
        </Row>
        {settings.highlight === true && (
          <Row screen="highlight-color" label="Highlight color">
            <Swatch color={String(settings.highlightColor)} />
          </Row>
        )}
        {hasOwnFrame && (
          <Row screen="video-background-color" label="Video background">
            <Swatch color={String(settings.videoBackgroundColor)} />
          </Row>
        )}
      </div>
      {asked('highlight')}
      {settings.highlight === true && asked('highlightStyle')}
      {asked('size')}
      {asked('backgroundStyle')}
      {asked('position')}
      {asked('subtitleVideoRatio')}
      {hasOwnFrame && (
        <>
          {asked('subtitleVideoPosition')}
          <button type="button" className="button plain" onClick={() => choose({ subtitleVideoRatio: undefined })}>
            Aspect ratio of the video
          </button>
        </>
      )}
    </div>
  );
}

/** Button that opens a setting's own screen. */
function Row({ screen, label, children }: { screen: SubtitleScreen; label: string; children: ReactNode }) {
  return (
    <button type="button" className="small medium row style-row" onClick={() => openScreen(screen)}>
      <span>{label}</span>
      <span className="style-value">{children}</span>
      <ChevronRight aria-hidden="true" />
    </button>
  );
}

/** Returns a player of a project on the time axis of its source. */
function useSourcePlayer(player: ToolPlayer, project: Project | undefined): CuePlayer {
  const parts = useParts(project);
  const clock = useMemo(() => clockOf(parts ?? []), [parts]);
  const shown = useMemo(
    () => ({
      ...player,
      read: () => player.state,
      watch: (tell: () => void) => subscribe(player.state, tell, true),
    }),
    [player],
  );
  return useCuePlayer(shown, clock);
}

/** Keeps the player at the same moment of the source when cuts change. */
function useSameMoment(player: ToolPlayer, project: Project | undefined): void {
  const parts = useParts(project);
  const last = useRef(parts);
  // Runs before the preview receives the new project.
  useLayoutEffect(() => {
    const before = last.current;
    last.current = parts;
    if (!before || !parts || before === parts) return;
    player.seekInNext(clockOf(parts).toShown(clockOf(before).toCues(player.state.time)));
  }, [player, parts]);
}

/** Returns the played spans of a project; the same array while they are equal. */
function useParts(project: Project | undefined): readonly TimeSpan[] | undefined {
  const found = useMemo(() => playedParts(project), [project]);
  const last = useRef(found);
  if (JSON.stringify(last.current) !== JSON.stringify(found)) last.current = found;
  return last.current;
}
