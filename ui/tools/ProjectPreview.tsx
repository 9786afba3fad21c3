import { Pause, Play } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import type { Size } from '../../engine/layout/box.ts';
import type { Project } from '../../engine/project/project.ts';
import { timecode } from '../../engine/timeline/timecode.ts';
import { RangeField } from '../kit/RangeField.tsx';
import { SheetWidth } from './sheetWidth.ts';
import type { Shown } from './shown.ts';
import './tools.css';
import { t } from '../client/page/t.ts';
import type { ToolPlayer } from './toolPlayer.ts';

interface Props {
  /** undefined until there is a project: `picture` is shown then. */
  project: Project | undefined;
  shown: Shown;
  player: ToolPlayer | undefined;
  /** URL of an image of the first frame, shown until the preview is drawn. */
  picture?: string | undefined;
  /** Whether the elements below keep their position when shape or length change, where there is room for that. */
  isSteady?: boolean;
  /** Creates or returns the player. */
  onPlayer: () => Promise<ToolPlayer>;
  /** Overlay of the preview, of the same size. */
  children?: ReactNode;
}

/** Maximum share of the window height for the preview. */
const HEIGHT_SHARE = 0.62;

/** Preview of a project, with playback controls if it moves or has audio. */
export function ProjectPreview({ project, shown, player, picture, isSteady = false, onPlayer, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const size = useFit(place, shown);
  const first = useRef(project);
  first.current ??= project;
  useEffect(() => {
    if (!player) return;
    // A canvas keeps its first context type, so each player gets its own canvas.
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', t('Preview'));
    sheet.current?.prepend(canvas);
    const detach = player.attach(canvas);
    return () => {
      detach();
      canvas.remove();
    };
  }, [player]);
  useEffect(() => {
    if (project) player?.show(project);
  }, [player, project]);
  const opening = useRef(shown.opensAt);
  useEffect(() => player?.seek(opening.current), [player]);
  const at = project?.output.type === 'image' ? project.output.at : undefined;
  useEffect(() => {
    if (at !== undefined) player?.seek(at);
  }, [player, at]);
  useEffect(() => player?.resize(size.width, size.height), [player, size.width, size.height]);
  return (
    <div className={isSteady ? 'stack tool-preview is-steady' : 'stack tool-preview'} ref={place}>
      <div className="tool-sheet" ref={sheet} style={size} hidden={shown.type === 'audio'}>
        {picture && project === first.current && (
          <img
            className="fill cover tool-first-picture"
            src={picture}
            alt={player ? '' : 'Preview'}
            fetchPriority="high"
          />
        )}
        <SheetWidth value={size.width}>{children}</SheetWidth>
      </div>
      {isSteady && shown.length === 0 && <p className="tool-hint soft small">You can write text on the image.</p>}
      {shown.length > 0 && <Transport {...{ player, onPlayer }} length={shown.length} opensAt={shown.opensAt} />}
    </div>
  );
}

function useFit(place: RefObject<HTMLElement | null>, canvas: Size): Size {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: innerHeight * HEIGHT_SHARE });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [place]);
  const scale = Math.min(room.width / canvas.width, room.height / canvas.height);
  return { width: Math.floor(canvas.width * scale), height: Math.floor(canvas.height * scale) };
}

interface TransportProps extends Pick<Props, 'player' | 'onPlayer'> {
  length: number;
  /** Time shown before a player exists, in seconds. */
  opensAt: number;
}

function Transport({ player, onPlayer, length, opensAt }: TransportProps) {
  const [resting] = useState(() => proxy({ time: opensAt, isPlaying: false, isBuffering: false, quality: 1 }));
  const { time, isPlaying, isBuffering } = useSnapshot(player?.state ?? resting);
  return (
    <div className="stack tool-transport">
      <button
        type="button"
        className="button quiet icon"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        aria-busy={isBuffering}
        title={`${isPlaying ? 'Pause' : 'Play'} (Space)`}
        onClick={() => void onPlayer().then(({ toggle }) => toggle())}
      >
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </button>
      <RangeField
        label="Time"
        shown={false}
        value={Math.min(time, length)}
        max={length}
        keys={{ coarse: 0.1, fine: 0.03 }}
        words={timecode(time)}
        onChange={async (to) => {
          resting.time = to;
          const { pause, seek } = player ?? (await onPlayer());
          pause();
          seek(to);
        }}
        onEnd={() => {}}
      />
      <span className="numbers soft small">
        {timecode(Math.min(time, length))} / {timecode(length)}
      </span>
    </div>
  );
}
