import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { stillAddress } from '../../../api/contract/stillAddress.ts';
import { createSourcePlayer, followVideo, type SourcePlayer } from '../../../engine/browser/player/sourcePlayer.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { trimLayer } from '../../../engine/edit/trim.ts';
import type { TrimWindow } from '../../../engine/edit/trimWindow.ts';
import { canBeTrimmed } from '../../../engine/kinds/index.ts';
import type { AudioLayer, LayerOf, PlayedLayer, VideoLayer } from '../../../engine/project/layers.ts';
import { messages } from '../../../engine/project/messages.ts';
import { mediaSpan } from '../../../engine/timeline/durations.ts';
import { playedUrlOf } from '../../client/media/audioTracks.ts';
import { localUrlOf, mediaTable } from '../../client/media/mediaTable.ts';
import { serverAddressOf } from '../../client/media/stills.ts';
import { showError } from '../../client/page/notices.ts';
import { Filmstrip } from '../../media/Filmstrip.tsx';
import { useIsAvailable, useTrack } from '../../media/useMedia.ts';
import { AudioTrimEditor } from '../../player/AudioTrimEditor.tsx';
import { TrimEditor, TrimUnavailable, useAttachedMedia, usePlayed } from '../../player/TrimEditor.tsx';
import { EDITOR, layerPath, leaveFor, openSheet } from '../state/go.ts';
import { pause } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';

/** Delay before a frame is requested after the time changed, in milliseconds. */
const REST_MS = 200;

/** Height of the filmstrip, in CSS pixels. */
const STRIP_HEIGHT = 72;

/** Route trimmer: trims the selected video or audio. Changes the project only when Trim is pressed. */
export function Trimmer() {
  const { project, selectedLayerId } = useSnapshot(studio);
  const layer = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  const isOffered = layer !== undefined && canBeTrimmed(layer);
  const layerId = layer?.id;
  useEffect(() => pause(), []);
  useEffect(() => {
    if (layerId !== undefined && !isOffered) leaveFor(layerPath(layerId));
  }, [layerId, isOffered]);
  if (!isOffered) return null;
  return (trimmers[layer.type] as (layer: PlayedLayer) => ReactNode)(layer);
}

/** The trimmer of each playable layer type. */
const trimmers: { readonly [T in PlayedLayer['type']]: (layer: LayerOf<T>) => ReactNode } = {
  video: (layer) => <VideoTrimmer key={layer.id} layer={layer} />,
  audio: (layer) => <SoundTrimmer layer={layer} />,
};

function SoundTrimmer({ layer }: { layer: AudioLayer }) {
  return (
    <AudioTrimEditor
      key={layer.id}
      url={layer.url}
      audioTrack={layer.audioTrack}
      duration={layer.duration}
      kept={mediaSpan(layer)}
      onSave={({ start, end }, measured) => {
        if (applyTrim(layer.id, start, end, measured)) closeTrimmer(layer.id);
      }}
      onCancel={() => closeTrimmer(layer.id)}
    />
  );
}

function VideoTrimmer({ layer }: { layer: VideoLayer }) {
  const isThere = useIsAvailable(layer.url);
  // Subscribes to the proxy, so that a video without browser support is shown as soon as its proxy exists.
  const light = useSnapshot(mediaTable).proxies[layer.url]?.address;
  const address = light ?? (isThere ? localUrlOf(layer.url) : undefined);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const cancel = () => closeTrimmer(layer.id);
  return (
    <section className="stack-2 trimmer" ref={place} tabIndex={-1} aria-label="Trim video">
      {address === undefined ? (
        <Missing onCancel={cancel} />
      ) : (
        <Video layer={layer} address={address} onCancel={cancel} />
      )}
    </section>
  );
}

interface VideoTrackProps {
  layer: VideoLayer;
  address: string;
  onCancel: () => void;
}

function Video({ layer, address, onCancel }: VideoTrackProps) {
  const [player] = useState(createSourcePlayer);
  const phase = usePlayed(player, 'phase');
  const statedDuration = usePlayed(player, 'duration');
  const { url, id, isMuted, audioTrack } = layer;
  const duration = layer.duration || statedDuration;
  const span = mediaSpan(layer);
  const save = ({ start, end }: TrimWindow) => {
    const isTaken = applyTrim(id, start, end, duration);
    if (isTaken) closeTrimmer(id);
  };
  return (
    <>
      <Screen {...{ player, url, address, audioTrack }} muted={isMuted} />
      {duration > 0 ? (
        <TrimEditor
          kind="video"
          {...{ player, duration, onCancel }}
          kept={span.end > span.start ? span : { start: 0, end: duration }}
          onSave={save}
        >
          <Filmstrip url={url} duration={duration} height={STRIP_HEIGHT} />
        </TrimEditor>
      ) : (
        <Waiting isOver={phase !== 'loading'} onCancel={onCancel} />
      )}
    </>
  );
}

interface ScreenProps {
  player: SourcePlayer;
  /** The URL in the project. */
  url: string;
  address: string;
  /** Audio track of the file, from 1; undefined: its default. */
  audioTrack: number | undefined;
  muted: boolean;
}

/** The source video itself, without the layer's effects. */
function Screen({ player, url, address, audioTrack, muted }: ScreenProps) {
  const element = useRef<HTMLVideoElement>(null);
  // Subscribes to the track, so that it is heard as soon as the server has extracted it.
  useTrack(url, audioTrack);
  const heard = playedUrlOf(url, audioTrack);
  const other = heard === address ? undefined : heard;
  const phase = usePlayed(player, 'phase');
  const isWaiting = usePlayed(player, 'isWaiting');
  // Some browsers play the audio of a video that they cannot show.
  const isUnseen = useHasOnlyStills(url) || phase === 'failed';
  useAttachedMedia(player, element, address);
  return (
    <div className="center trim-screen" data-phase={isUnseen ? 'failed' : phase}>
      <video
        ref={element}
        key={address}
        src={address}
        muted={muted || other !== undefined}
        playsInline
        preload="auto"
        aria-label="The video"
        onClick={() => player.toggle()}
      />
      {other !== undefined && !muted && <OtherTrack key={`${address} ${other}`} video={element} address={other} />}
      {isUnseen && <Still player={player} url={url} />}
      {isUnseen && <p className="trim-word">This browser cannot play this video. You can still trim it.</p>}
      {(phase === 'loading' || isWaiting) && !isUnseen && (
        <p className="trim-word" role="status">
          Loading ...
        </p>
      )}
    </div>
  );
}

/** An audio track that the video element cannot play itself. */
function OtherTrack({ video, address }: { video: RefObject<HTMLVideoElement | null>; address: string }) {
  const element = useRef<HTMLAudioElement>(null);
  useEffect(
    () => (video.current && element.current ? followVideo(video.current, element.current) : undefined),
    [video],
  );
  // biome-ignore lint/a11y/useMediaCaption: it is the audio of the video next to it.
  return <audio ref={element} src={address} preload="auto" />;
}

/** The frame at the player's time, rendered by the server. */
function Still({ player, url }: { player: SourcePlayer; url: string }) {
  const time = usePlayed(player, 'time');
  const address = useStill(url, time);
  return address === undefined ? null : <img src={address} alt="The video at this time" />;
}

/** Shown while the duration is unknown, or if it cannot be found. */
function Waiting({ isOver, onCancel }: { isOver: boolean; onCancel: () => void }) {
  return (
    <TrimUnavailable
      words={isOver ? 'This video cannot be trimmed because its length is unknown.' : messages.uploadBegins}
      onCancel={onCancel}
    />
  );
}

function Missing({ onCancel }: { onCancel: () => void }) {
  return (
    <TrimUnavailable words="This browser no longer has the file for this video. Replace it." onCancel={onCancel}>
      <button type="button" className="button primary large" onClick={() => openSheet('replace')}>
        Replace
      </button>
    </TrimUnavailable>
  );
}

/** @returns false if the trim is invalid, which is reported. */
function applyTrim(layerId: string, start: number, end: number, measured: number): boolean {
  const trimmed = trimLayer(studio.project, layerId, start, end, measured);
  if (!trimmed.ok) {
    showError(trimmed.problems[0]?.message);
    return false;
  }
  endStep();
  change(() => trimmed.value);
  return true;
}

function closeTrimmer(layerId: string): void {
  if (findLayer(studio.project, layerId)) leaveFor(layerPath(layerId), 'trimmer');
  else leaveFor(EDITOR);
}

/** Returns whether this browser cannot decode a video whose frames the server can provide; changes after the upload. */
function useHasStills(url: string): boolean {
  const entry = useSnapshot(mediaTable).byUrl[url];
  return entry !== undefined && !entry.shown && entry.readUrl !== undefined;
}

/** Returns whether only single frames can be displayed: like useHasStills, until the video has a proxy. */
function useHasOnlyStills(url: string): boolean {
  const light = useSnapshot(mediaTable).proxies[url];
  return useHasStills(url) && light?.address === undefined;
}

/** Returns the frame of a video that this browser cannot decode, once the time has settled; undefined if none. */
function useStill(url: string, time: number): string | undefined {
  const hasStills = useHasStills(url);
  const [rested, setRested] = useState(time);
  useEffect(() => {
    const timer = setTimeout(() => setRested(time), REST_MS);
    return () => clearTimeout(timer);
  }, [time]);
  const address = hasStills ? serverAddressOf(url) : undefined;
  return address && stillAddress(address, rested, 'large');
}
