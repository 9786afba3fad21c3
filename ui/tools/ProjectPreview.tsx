import { Pause, Play } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { isStill } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { totalDuration } from '../../engine/timeline/durations.ts';
import { timecode } from '../../engine/timeline/timecode.ts';
import { RangeField } from '../studio/controls/RangeField.tsx';
import type { ProjectPlayer } from './projectPlayer.ts';

interface Props {
  project: Project;
  player: ProjectPlayer;
  /** What stands over the picture, as large as it. */
  children?: ReactNode;
}

/** How much of the window's height a picture may take. */
const HEIGHT_SHARE = 0.62;

/** What a project looks and sounds like, with what plays it where it moves. */
export function ProjectPreview({ project, player, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const size = useFit(place, project);
  useEffect(() => {
    // A canvas gives one context for good, so each preview has a canvas of its own.
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', 'Preview');
    sheet.current?.prepend(canvas);
    const detach = player.attach(canvas);
    return () => {
      detach();
      canvas.remove();
    };
  }, [player]);
  useEffect(() => player.show(project), [player, project]);
  const { output } = project;
  const at = output?.type === 'image' ? (output.at ?? 0) : undefined;
  useEffect(() => {
    if (at !== undefined) player.seek(at);
  }, [player, at]);
  useEffect(() => player.resize(size.width, size.height), [player, size.width, size.height]);
  return (
    <div className="tool-preview" ref={place}>
      <div className="tool-sheet" ref={sheet} style={size} hidden={output?.type === 'audio'}>
        {children}
      </div>
      {!isStill(project) && <Transport player={player} length={totalDuration(project)} />}
    </div>
  );
}

function useFit(place: RefObject<HTMLElement | null>, project: Project): { width: number; height: number } {
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
  const canvas = canvasSize(project);
  const scale = Math.min(room.width / canvas.width, room.height / canvas.height);
  return { width: Math.floor(canvas.width * scale), height: Math.floor(canvas.height * scale) };
}

function Transport({ player, length }: { player: ProjectPlayer; length: number }) {
  const { time, isPlaying, isBuffering } = useSnapshot(player.state);
  return (
    <div className="tool-transport">
      <button
        type="button"
        className="button quiet icon"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        aria-busy={isBuffering}
        title={`${isPlaying ? 'Pause' : 'Play'} (Space)`}
        onClick={() => player.toggle()}
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
        onChange={(to) => {
          player.pause();
          player.seek(to);
        }}
        onEnd={() => {}}
      />
      <span className="numbers soft small">
        {timecode(Math.min(time, length))} / {timecode(length)}
      </span>
    </div>
  );
}
