import { Music, RotateCcw, Upload, Video } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { trimmableLayers, trimmedScene } from '../../../engine/edit/trimmable.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import type { AudioTrack, Project, Scene } from '../../../engine/project/project.ts';
import { audioSpan, mediaSpan } from '../../../engine/timeline/durations.ts';
import { mediaTimeAt } from '../../../engine/timeline/mediaTime.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { layerPreview } from '../../client/media/layerTitle.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { TrimSlider } from '../../kit/TrimSlider.tsx';
import { secondsWords } from '../../kit/words.ts';
import { Filmstrip } from '../../media/Filmstrip.tsx';
import { Waveform } from '../../media/Waveform.tsx';
import { openSheet } from '../state/go.ts';
import { dropStep, endStep, sceneOf, studio } from '../state/studio.ts';
import { useShownTime } from '../state/useShownTime.ts';
import { AUDIO_TRIM_STEP, trimStep, trimTrack, trimVideo, untrimVideo } from './trimming.ts';

/** Height of the strip behind the thumbs, in CSS pixels. */
const HEIGHT = 56;

/**
 * Trim sliders over the whole source: one per video of the scene, and one for the audio track. If there are none, shows
 * those of the nearest scene that has some.
 */
export function TrimSliders({ project, scene }: { project: Project; scene: Scene }) {
  const { selectedLayerId } = useSnapshot(studio);
  const [current, hold] = useLockedScene(project, scene);
  const shown = trimmedScene(project, current);
  return (
    <section className="stack-half trims" aria-label="Trim" onPointerDown={hold}>
      {shown !== current && <Elsewhere number={project.scenes.indexOf(shown) + 1} />}
      {trimmableLayers(shown).map((layer) => (
        <VideoTrim key={layer.id} project={project} layer={layer} isSelected={layer.id === selectedLayerId} />
      ))}
      {project.audio && <AudioTrim audio={project.audio} />}
    </section>
  );
}

/**
 * Keeps showing the scene in which a drag started: it selects the trimmed scene, and the rows must not move under the
 * finger.
 */
function useLockedScene(project: Project, scene: Scene): [Scene, () => void] {
  const [lockedId, setLockedId] = useState<string>();
  useEffect(() => {
    if (lockedId === undefined) return;
    const listening = new AbortController();
    for (const name of ['pointerup', 'pointercancel'])
      addEventListener(name, () => setLockedId(undefined), { signal: listening.signal });
    return () => listening.abort();
  }, [lockedId]);
  return [lockedId === undefined ? scene : sceneOf(project, lockedId), () => setLockedId(scene.id)];
}

/** Explains that the sliders belong to another scene. */
function Elsewhere({ number }: { number: number }) {
  return (
    <div className="row wrap split trims-elsewhere soft small">
      <p>This scene has no video to trim. Scene {number} has:</p>
      <button type="button" className="button plain" onClick={() => openSheet('upload')}>
        <Upload aria-hidden="true" />
        Add a video
      </button>
    </div>
  );
}

interface VideoTrimProps {
  project: Project;
  layer: VideoLayer & { duration: number };
  isSelected: boolean;
}

function VideoTrim({ project, layer, isSelected }: VideoTrimProps) {
  const { url, duration, isTrimmed } = layer;
  const { start, end } = mediaSpan(layer);
  return (
    <TrimRow
      icon={<Video aria-hidden="true" />}
      title={layerPreview(layer) || 'Video'}
      state={isTrimmed ? `Trimmed: ${secondsWords(end - start)}` : secondsWords(duration)}
      isSelected={isSelected}
      onWhole={isTrimmed ? () => untrimVideo(layer) : undefined}
      {...{ start, end }}
    >
      <VideoSlider project={project} layer={layer}>
        <Filmstrip url={url} duration={duration} height={HEIGHT} />
      </VideoSlider>
    </TrimRow>
  );
}

/** A separate component, since the time changes during playback. */
function VideoSlider({ project, layer, children }: Omit<VideoTrimProps, 'isSelected'> & { children: ReactNode }) {
  const time = useShownTime();
  const { id } = layer;
  const span = useMemo(
    () =>
      sceneSpans(project, 'all')
        .flatMap(({ layers }) => layers)
        .find((one) => one.layer.id === id),
    [project, id],
  );
  return (
    <TrimSlider
      label={`Trim ${layerPreview(layer) || 'Video'}`}
      {...mediaSpan(layer)}
      duration={layer.duration}
      onChange={(start, end, which) => trimVideo(id, start, end, which)}
      onEnd={endStep}
      onCancel={() => dropStep(trimStep(id))}
      playhead={span && mediaTimeAt(span, time)}
    >
      {children}
    </TrimSlider>
  );
}

function AudioTrim({ audio }: { audio: AudioTrack }) {
  const { url, duration = 0, audioTrack, isTrimmed } = audio;
  const { start, end } = audioSpan(audio);
  if (duration <= 0) return null;
  return (
    <TrimRow
      icon={<Music aria-hidden="true" />}
      title="Audio"
      state={isTrimmed ? `Trimmed: ${secondsWords(end - start)}` : secondsWords(duration)}
      isSelected={false}
      onWhole={
        isTrimmed
          ? () => {
              trimTrack(0, duration);
              endStep();
            }
          : undefined
      }
      {...{ start, end }}
    >
      <TrimSlider
        label="Trim audio"
        {...{ start, end, duration }}
        onChange={(from, to) => trimTrack(from, to)}
        onEnd={endStep}
        onCancel={() => dropStep(AUDIO_TRIM_STEP)}
      >
        <Waveform {...{ url, duration, audioTrack }} height={HEIGHT} />
      </TrimSlider>
    </TrimRow>
  );
}

interface TrimRowProps {
  icon: ReactNode;
  title: string;
  /** The duration, or how much of it is left. */
  state: string;
  isSelected: boolean;
  start: number;
  end: number;
  /** Removes the trim; absent if there is none. */
  onWhole: (() => void) | undefined;
  children: ReactNode;
}

function TrimRow({ icon, title, state, isSelected, start, end, onWhole, children }: TrimRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const untrim = () => {
    onWhole?.();
    // The button disappears once there is nothing to undo.
    row.current?.querySelector<HTMLElement>('[role="slider"]')?.focus();
  };
  return (
    <div className="trim-row" ref={row} data-selected={isSelected || undefined}>
      <div className="soft small trim-head">
        {icon}
        <h2>{title}</h2>
        <span className="trim-times numbers">
          {timecode(start)} – {timecode(end)}
        </span>
        <strong className="trim-state numbers">{state}</strong>
        {onWhole && (
          <IconButton
            icon={RotateCcw}
            label={`Use the full length of ${title}`}
            title="Use its full length"
            onClick={untrim}
          />
        )}
      </div>
      {children}
    </div>
  );
}
