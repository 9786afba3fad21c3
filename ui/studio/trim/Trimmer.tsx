import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { trimLayer } from '../../../engine/edit/trim.ts';
import type { TrimWindow } from '../../../engine/edit/trimWindow.ts';
import { canBeTrimmed } from '../../../engine/kinds/index.ts';
import type { AudioLayer, LayerOf, PlayedLayer, VideoLayer } from '../../../engine/project/layers.ts';
import { messages } from '../../../engine/project/messages.ts';
import { mediaSpan } from '../../../engine/timeline/durations.ts';
import { localUrlOf, mediaTable } from '../../media/mediaTable.ts';
import { useHasOnlyStills, useStill } from '../../media/stills.ts';
import { useIsThere } from '../../media/useIsThere.ts';
import { showError } from '../../state/notices.ts';
import { SoundEditor } from '../audio/SoundEditor.tsx';
import { EDITOR, layerPath, openOver } from '../state/go.ts';
import { leaveFor } from '../state/leave.ts';
import { pause } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';
import { Filmstrip } from '../strips/Filmstrip.tsx';
import { Instead } from './Instead.tsx';
import { TrimEditor } from './TrimEditor.tsx';
import { createTrimPlayer, type TrimPlayer } from './trimPlayer.ts';
import { usePlayed } from './usePlayed.ts';

/** Height of the filmstrip, CSS pixels. */
const STRIP_HEIGHT = 72;

/** Route trimmer: what of the selected video or sound is kept. Nothing is changed before Trim is pressed. */
export default function Trimmer() {
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

/** What each kind of layer that plays is trimmed with. */
const trimmers: { readonly [T in PlayedLayer['type']]: (layer: LayerOf<T>) => ReactNode } = {
  video: (layer) => <VideoTrimmer key={layer.id} layer={layer} />,
  audio: (layer) => <SoundTrimmer layer={layer} />,
};

function SoundTrimmer({ layer }: { layer: AudioLayer }) {
  return (
    <SoundEditor
      key={layer.id}
      url={layer.url}
      audioTrack={layer.audioTrack}
      duration={layer.duration}
      kept={mediaSpan(layer)}
      onSave={({ start, end }, measured) => {
        if (take(layer.id, start, end, measured)) leave(layer.id);
      }}
      onCancel={() => leave(layer.id)}
    />
  );
}

function VideoTrimmer({ layer }: { layer: VideoLayer }) {
  const isThere = useIsThere(layer.url);
  // Read, so that the light video of one that cannot be shown is taken as soon as it is made.
  const light = useSnapshot(mediaTable).proxies[layer.url]?.address;
  const address = light ?? (isThere ? localUrlOf(layer.url) : undefined);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const cancel = () => leave(layer.id);
  return (
    <section className="trimmer" ref={place} tabIndex={-1} aria-label="Trim video">
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
  const [player] = useState(createTrimPlayer);
  const { phase, duration: told } = useSnapshot(player.state);
  const { url, id, isMuted } = layer;
  const duration = layer.duration || told;
  const span = mediaSpan(layer);
  const save = ({ start, end }: TrimWindow) => {
    const isTaken = take(id, start, end, duration);
    if (isTaken) leave(id);
  };
  return (
    <>
      <Screen player={player} url={url} address={address} muted={isMuted} />
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
  player: TrimPlayer;
  /** As the project names it. */
  url: string;
  address: string;
  muted: boolean;
}

/** The source itself, as it is, without what the layer makes of it. */
function Screen({ player, url, address, muted }: ScreenProps) {
  const element = useRef<HTMLVideoElement>(null);
  const { phase, isWaiting } = useSnapshot(player.state);
  // Some browsers play the sound of a video that they cannot show.
  const isUnseen = useHasOnlyStills(url) || phase === 'failed';
  usePlayed(player, element, address);
  return (
    <div className="trim-screen" data-phase={isUnseen ? 'failed' : phase}>
      <video
        ref={element}
        key={address}
        src={address}
        muted={muted}
        playsInline
        preload="auto"
        aria-label="The video"
        onClick={() => player.toggle()}
      />
      {isUnseen && <Still player={player} url={url} />}
      {isUnseen && <p className="trim-word">This browser cannot play this video. It can be trimmed all the same.</p>}
      {(phase === 'loading' || isWaiting) && !isUnseen && (
        <p className="trim-word" role="status">
          Loading ...
        </p>
      )}
    </div>
  );
}

/** The moment where the player stands, as the server shows it. */
function Still({ player, url }: { player: TrimPlayer; url: string }) {
  const { time } = useSnapshot(player.state);
  const address = useStill(url, time);
  return address === undefined ? null : <img src={address} alt="The video at this moment" />;
}

/** Stands in while the length of a file is not known, and where it never will be. */
function Waiting({ isOver, onCancel }: { isOver: boolean; onCancel: () => void }) {
  return (
    <Instead
      words={isOver ? 'The length of this video is not known, so it cannot be trimmed.' : messages.uploadBegins}
      onCancel={onCancel}
    />
  );
}

function Missing({ onCancel }: { onCancel: () => void }) {
  return (
    <Instead words="The file of this video is not in this browser any more. Please replace it." onCancel={onCancel}>
      <button type="button" className="button primary large" onClick={() => openOver('replace')}>
        Replace
      </button>
    </Instead>
  );
}

/** @returns false when the rules did not allow it, which is said then. */
function take(layerId: string, start: number, end: number, measured: number): boolean {
  const trimmed = trimLayer(studio.project, layerId, start, end, measured);
  if (!trimmed.ok) {
    showError(trimmed.problems[0]?.message);
    return false;
  }
  endStep();
  change(() => trimmed.value);
  return true;
}

function leave(layerId: string): void {
  if (findLayer(studio.project, layerId)) leaveFor(layerPath(layerId), 'trimmer');
  else leaveFor(EDITOR);
}
