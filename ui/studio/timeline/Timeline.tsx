import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { hasTrims } from '../../../engine/edit/trimmable.ts';
import { isStill } from '../../../engine/project/output.ts';
import { useFocusOnOpen } from '../../app/focus.ts';
import { useWorkKeys } from '../../app/useWorkKeys.ts';
import { secondsOf } from '../../kit/timeKeys.ts';
import { seekKeys } from '../controls/useSeeker.ts';
import { DoneFooter } from '../inspector/FooterBar.tsx';
import { CanvasPreview } from '../stage/CanvasPreview.tsx';
import { EDITOR, leaveFor, openSheet } from '../state/go.ts';
import { skip } from '../state/playback.ts';
import { hasContent, sceneOf, selectLayer, studio } from '../state/studio.ts';
import { Board } from './Board.tsx';
import { Transport } from './Transport.tsx';
import { TrimSliders } from './Trims.tsx';
import './timeline.css';
import './board.css';
import './tracks.css';

/** The timeline screen: canvas, transport controls, the board, and trim sliders for the selected scene. */
export function Timeline() {
  const { project, selectedSceneId, showCanvas } = useSnapshot(studio);
  const scene = sceneOf(project, selectedSceneId);
  // Checked for all scenes, so that the layout does not change between scenes.
  const isTrimmable = project.scenes.some((one) => hasTrims(project, one));
  const place = useRef<HTMLDivElement>(null);
  useFocusOnOpen(place);
  // Arrow keys seek here; they do not move the selected layer.
  useWorkKeys({ arrow: (press) => skip(secondsOf(press, seekKeys) ?? 0) });
  if (!hasContent(project, showCanvas)) return <Empty />;
  return (
    <div ref={place} className="timeline" tabIndex={-1} data-trims={isTrimmable || undefined}>
      <CanvasPreview />
      <Transport />
      <div className="timeline-below">
        <Board />
        {isTrimmable && <TrimSliders project={project} scene={scene} />}
      </div>
      {isStill(project) && <StillNote />}
    </div>
  );
}

function Empty() {
  return (
    <div className="stack-2 timeline-empty">
      <p>Nothing here yet. Layers you add appear on this timeline.</p>
      <button type="button" className="button primary large" onClick={() => openSheet('upload')}>
        <Upload aria-hidden="true" />
        Add a video or image
      </button>
    </div>
  );
}

function StillNote() {
  return (
    <div className="soft small row wrap timeline-note">
      The output is an image, so there is no animation.
      <button type="button" className="button quiet" onClick={() => openSheet('output')}>
        Switch to video
      </button>
    </div>
  );
}

/** Footer of the timeline. Done deselects the layer and returns to the editor. */
export function TimelineFooter() {
  const leave = () => {
    selectLayer(null);
    leaveFor(EDITOR, 'timeline');
  };
  return <DoneFooter onDone={leave} />;
}
