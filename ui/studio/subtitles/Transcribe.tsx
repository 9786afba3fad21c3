import { useState } from 'react';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import type { Scene } from '../../../engine/project/project.ts';
import { entryOf } from '../../media/mediaTable.ts';
import { fileNameOf } from '../../media/references.ts';
import { TranscribeForm } from '../../subtitles/TranscribeForm.tsx';
import { useSubtitles } from './layerHost.ts';
import { endTranscribing, transcriptionOptions } from './transcribeScene.ts';

/** Transcribes the scene's video into its subtitles. */
export default function Transcribe() {
  const { scene, layer } = useSubtitles();
  const [languageCode, setLanguage] = useState(layer?.languageCode ?? '');
  const video = heardIn(scene);
  if (!video) return <p className="soft">This scene has no video with speech. Add one first.</p>;
  return (
    <TranscribeForm
      {...transcriptionOptions({ sceneId: scene.id, videoId: video.id, languageCode })}
      url={video.url}
      name={entryOf(video.url)?.name ?? fileNameOf(video.url)}
      isSilent={false}
      languageCode={languageCode}
      onLanguage={setLanguage}
      onEnd={endTranscribing}
    />
  );
}

/** The scene's first video, excluding converted GIFs. */
function heardIn({ layers }: Scene): VideoLayer | undefined {
  return layers.find((layer) => layer.type === 'video' && !layer.converted_gif) as VideoLayer | undefined;
}
