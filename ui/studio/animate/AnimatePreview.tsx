import { Pause, Play } from 'lucide-react';
import { useRef } from 'react';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Project } from '../../../engine/project/project.ts';
import { localUrlOf } from '../../media/mediaTable.ts';
import { type LoopOptions, useLoopPreview } from '../../preview/useLoopPreview.ts';
import { rendererChoice } from '../stage/rendererChoice.ts';

interface Props extends Omit<LoopOptions, 'urlOf' | 'mode'> {
  /** A project with one scene. */
  project: Project;
  onToggle: () => void;
}

/** A looping preview of the scene with its text animation. */
export function AnimatePreview({ onToggle, ...options }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { width, height } = canvasSize(options.project);
  useLoopPreview(place, { ...options, urlOf: localUrlOf, mode: rendererChoice() });
  const { isPlaying, loop } = options;
  return (
    <div className="animate-stage">
      <div className="animate-room">
        <div
          ref={place}
          className="animate-sheet"
          role="img"
          aria-label={isPlaying && loop > 0 ? 'Scene with animated text' : 'The scene'}
          style={{ '--ratio': width / height, aspectRatio: `${width} / ${height}` } as React.CSSProperties}
        />
      </div>
      <button
        type="button"
        className="button quiet"
        aria-disabled={loop === 0}
        title={`${isPlaying ? 'Stop' : 'Play'} (Space)`}
        onClick={() => loop > 0 && onToggle()}
      >
        {isPlaying && loop > 0 ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        {isPlaying && loop > 0 ? 'Stop' : 'Play the animation'}
      </button>
    </div>
  );
}
