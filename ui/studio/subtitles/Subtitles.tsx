import { AudioLines, Plus } from 'lucide-react';
import type { SubtitlesLayer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { CueEditor } from '../../subtitles/CueEditor.tsx';
import { openSheet } from '../state/go.ts';
import { useLayerHost, useSubtitles } from './layerHost.ts';
import { changeSceneCues } from './sceneCues.ts';

/** The subtitle editor for the scene, as in the subtitle tool. */
export default function Subtitles() {
  const { project, scene, layer } = useSubtitles();
  if (layer) return <Editor key={layer.id} project={project} layer={layer} />;
  return (
    <>
      <p className="soft">This scene has no subtitles yet.</p>
      <div className="cue-ways">
        <button type="button" className="button plain" onClick={() => changeSceneCues(scene.id)}>
          <Plus aria-hidden="true" />
          Write subtitles
        </button>
        <button type="button" className="button plain" onClick={() => openSheet('subtitles/transcribe')}>
          <AudioLines aria-hidden="true" />
          Auto-generate
        </button>
      </div>
    </>
  );
}

function Editor({ project, layer }: { project: Project; layer: SubtitlesLayer }) {
  return <CueEditor host={useLayerHost(project, layer)} />;
}
