import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../../engine/project/project.ts';
import { ratioStyle } from '../../components/ratioStyle.ts';
import { countInWords } from '../../components/words.ts';
import { ScenePicture } from '../../preview/ScenePicture.tsx';
import { localUrlOf } from '../../state/homeProject.ts';
import { homeProject } from '../../state/openedProject.ts';
import '../../style/stage.css';
import '../../style/video.css';

/** Maximum number of scene thumbnails. */
const MAX_STRIP = 24;

/** A large preview of the selected scene, and thumbnails of all scenes. */
export function SceneStage({ project }: { project: Project }) {
  const { media, name } = useSnapshot(homeProject);
  const [chosen, setChosen] = useState(0);
  const scene = Math.min(chosen, project.scenes.length - 1);
  // Files that are added later change what can be painted.
  const mediaKey = media.map((item) => `${item.state}${item.fileName ?? ''}`).join();
  const strip = project.scenes.slice(0, MAX_STRIP);
  return (
    <div className="stage-column">
      <div className="stage" style={ratioStyle(project)}>
        <ScenePicture
          key={`${name}${scene}`}
          project={project}
          scene={scene}
          urlOf={localUrlOf}
          mediaKey={mediaKey}
          label={`Preview of ${name}, scene ${scene + 1} of ${project.scenes.length}`}
        />
      </div>
      {strip.length > 1 && (
        <ul className="strip" aria-label="Scenes">
          {strip.map(({ id }, index) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Scene ${index + 1}`}
                aria-pressed={index === scene}
                onClick={() => setChosen(index)}
              >
                <ScenePicture project={project} scene={index} urlOf={localUrlOf} mediaKey={mediaKey} />
              </button>
            </li>
          ))}
          {project.scenes.length > MAX_STRIP && (
            <li className="soft">and {countInWords(project.scenes.length - MAX_STRIP, 'more scene')}</li>
          )}
        </ul>
      )}
    </div>
  );
}
