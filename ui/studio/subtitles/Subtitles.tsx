import { AudioLines, FileUp, Plus, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import { findLayer } from '../../../engine/edit/find.ts';
import { spokenProject } from '../../../engine/edit/spokenProject.ts';
import type { SubtitlesLayer, VideoLayer } from '../../../engine/project/layers.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { entryOf } from '../../client/media/mediaTable.ts';
import { fileNameOf } from '../../client/media/references.ts';
import { showFailure } from '../../client/page/notices.ts';
import { CUE_FILES } from '../../client/subtitles/importCues.ts';
import { importFiles } from '../../client/subtitles/imported.ts';
import { Tabs } from '../../kit/Tabs.tsx';
import { PickFiles } from '../../media/PickFiles.tsx';
import { CueEditor } from '../../subtitles/CueEditor.tsx';
import { Silences } from '../../subtitles/CutTools.tsx';
import { editCueText } from '../../subtitles/cueList.ts';
import { closeTool, listTool, toggleTool } from '../../subtitles/plannedCuts.ts';
import { TranscribeForm } from '../../subtitles/TranscribeForm.tsx';
import { openSheet } from '../state/go.ts';
import { useLayerHost, useSubtitles, useVideoHost } from '../state/layerHost.ts';
import { changeSceneCues } from '../state/sceneCues.ts';
import { studio } from '../state/studio.ts';
import { SubtitleStyle } from './SubtitleStyle.tsx';
import { endTranscribing, projectTranscriptionOptions, transcriptionOptions } from './transcribeScene.ts';

/** The subtitle editor for the scene, as in the subtitle tool: a list, and their style. */
export function Subtitles() {
  const { layer } = useSubtitles();
  const { tab } = useSnapshot(view);
  if (!layer) return <SubtitleList />;
  return (
    <div className="stack-2">
      <Tabs
        label="Subtitles"
        value={tab}
        tabs={tabs}
        onChange={(to) => {
          view.tab = to;
        }}
      >
        {tab === 'list' ? <SubtitleList /> : <SubtitleStyle layer={layer} />}
      </Tabs>
    </div>
  );
}

const tabs = [
  { value: 'list', title: 'Subtitles' },
  { value: 'style', title: 'Style' },
] as const;

/** The tab that was chosen last. */
const view = proxy({ tab: 'list' as (typeof tabs)[number]['value'] });

/** The subtitles of the scene or of the whole project; without any, ways to begin. */
export function SubtitleList() {
  const { project, scene, layer } = useSubtitles();
  if (layer) return <Editor key={layer.id} project={project} layer={layer} />;
  return (
    <>
      <p className="soft">
        {project.scenes.length > 1 ? 'This video has no subtitles yet.' : 'This scene has no subtitles yet.'}
      </p>
      <div className="wrap cue-ways">
        <button type="button" className="button plain" onClick={() => writeFirst(scene.id)}>
          <Plus aria-hidden="true" />
          Write subtitles
        </button>
        <button type="button" className="button plain" onClick={() => openSheet('subtitles/transcribe')}>
          <AudioLines aria-hidden="true" />
          Auto-generate
        </button>
        <PickFiles
          className="button plain"
          label="Subtitle files"
          accept={CUE_FILES}
          onFiles={(files) =>
            void importFiles(files, (edit) => changeSceneCues(scene.id, (cues) => edit(cues))).catch(showFailure)
          }
        >
          <FileUp aria-hidden="true" />
          Import
        </PickFiles>
      </div>
      <SilencesAlone project={project} />
    </>
  );
}

/** Adds subtitles with an empty one, ready to write. */
function writeFirst(sceneId: string): void {
  const id = changeSceneCues(sceneId);
  const layer = findLayer(studio.project, id ?? '')?.layer;
  const [first] = layer?.type === 'subtitles' ? layer.cues : [];
  if (first) editCueText(first.id);
}

/** Cuts silences without any subtitles. */
function SilencesAlone({ project }: { project: Project }) {
  const host = useVideoHost(project);
  const isOpen = useSnapshot(listTool).open === 'silences';
  useEffect(() => closeTool, []);
  return (
    <div className="stack cue-alone">
      <p className="soft">Pauses can be cut out without subtitles.</p>
      <button type="button" className="button plain" aria-expanded={isOpen} onClick={() => toggleTool('silences')}>
        <VolumeX aria-hidden="true" />
        Find silences
      </button>
      {isOpen && <Silences host={host} cuts={host.cuts} />}
    </div>
  );
}

function Editor({ project, layer }: { project: Project; layer: SubtitlesLayer }) {
  return <CueEditor host={useLayerHost(project, layer)} />;
}

/**
 * Transcribes all speech of the project into its subtitles, or the scene's video into those of the scene: if the project
 * has a single scene, or the scene has subtitles of its own.
 */
export function Transcribe() {
  const { project, scene, layer } = useSubtitles();
  const [languageCode, setLanguage] = useState(layer?.languageCode ?? '');
  const isWhole = layer ? project.layers?.some(({ id }) => id === layer.id) : project.scenes.length > 1;
  if (isWhole) {
    const speech = spokenProject(project);
    if (!speech) return <p className="soft">Nothing can be heard in this video. Add a video or audio first.</p>;
    return (
      <TranscribeForm
        {...projectTranscriptionOptions(speech, languageCode)}
        source={{ project: speech }}
        isSilent={false}
        languageCode={languageCode}
        onLanguage={setLanguage}
        onEnd={endTranscribing}
      />
    );
  }
  const video = videoIn(scene);
  if (!video) return <p className="soft">This scene has no video with speech. Add one first.</p>;
  return (
    <TranscribeForm
      {...transcriptionOptions({ sceneId: scene.id, videoId: video.id, languageCode })}
      source={{ url: video.url, audioTrack: video.audioTrack }}
      name={entryOf(video.url)?.name ?? fileNameOf(video.url)}
      isSilent={false}
      languageCode={languageCode}
      onLanguage={setLanguage}
      onEnd={endTranscribing}
    />
  );
}

/** The scene's first video, excluding converted GIFs. */
function videoIn({ layers }: Scene): VideoLayer | undefined {
  return layers.find((layer) => layer.type === 'video' && !layer.converted_gif) as VideoLayer | undefined;
}
