import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { openOver } from '../state/go.ts';
import { skip } from '../state/playback.ts';
import { hasContent, sceneOf, studio } from '../state/studio.ts';
import { useFocusOnOpen } from '../useFocusOnOpen.ts';
import { Board } from './Board.tsx';
import { TimelinePreview } from './TimelinePreview.tsx';
import { Transport } from './Transport.tsx';
import { Trims } from './Trims.tsx';
import { hasTrims } from './trimmable.ts';
import { timelineView } from './view.ts';

/** The timeline (studio spec §2): the canvas, what plays it, the trims of the selected scene, and all of it over time. */
export default function Timeline() {
  const { project, selectedSceneId, showCanvas } = useSnapshot(studio);
  const scene = sceneOf(project, selectedSceneId);
  // The canvas stays where it is from scene to scene.
  const isTrimmable = project.scenes.some((one) => hasTrims(project, one));
  const place = useRef<HTMLDivElement>(null);
  useFocusOnOpen(place);
  useEffect(() => {
    timelineView.zoom = 1;
  }, []);
  if (!hasContent(project, showCanvas)) return <p className="timeline-empty">There is nothing here yet.</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys go through it on their way from the controls within.
    <div ref={place} className="timeline" tabIndex={-1} data-trims={isTrimmable || undefined} onKeyDown={goAlong}>
      <TimelinePreview />
      <Transport />
      <div className="timeline-below">
        <Board />
        {isTrimmable && <Trims project={project} scene={scene} />}
      </div>
      {project.isImage && <StillNote />}
    </div>
  );
}

function StillNote() {
  return (
    <div className="timeline-note">
      The output is a picture, so nothing plays.
      <button type="button" className="button quiet" onClick={() => openOver('output')}>
        Make it a video
      </button>
    </div>
  );
}

/** Arrow keys go along in time; the selected layer, which they move elsewhere, stays where it is. */
function goAlong(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement) return;
  const seconds = { ArrowLeft: -0.1, ArrowRight: 0.1, ArrowDown: -0.03, ArrowUp: 0.03 }[event.key];
  if (seconds === undefined) return;
  event.preventDefault();
  skip(seconds);
}
