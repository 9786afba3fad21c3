import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { VideoRecord } from '../../api/contract/video.ts';
import { ScenePicture } from '../preview/ScenePicture.tsx';
import { localUrlOf } from '../state/desk.ts';
import { server } from '../state/server.ts';
import { cancelVideo, videos } from '../state/videos.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { Spoken, tenths } from './Spoken.tsx';

/** A render on its way: its picture comes out from left to right as far as the render is. */
export function Developing({ id, video }: { id: string; video: VideoRecord | undefined }) {
  const work = useSnapshot(videos).works[id];
  const { reachable } = useSnapshot(server);
  const progress = video?.progress ?? 0;
  const words = wordsOf(video, reachable);
  return (
    <>
      <div className="stage">
        <div className="developing">
          {work ? <ScenePicture project={work} urlOf={localUrlOf} /> : <div className="developing-blank" />}
          <span className="developing-veil" style={{ clipPath: `inset(0 0 0 ${progress * 100}%)` }} />
          <span className="developing-edge" style={{ transform: `translateX(${progress * 100}%)` }} />
        </div>
      </div>
      <div className="video-foot">
        <div className="video-progress">
          <p>
            <strong className="numbers">{Math.floor(progress * 100)}%</strong>
            <span className="soft">{words}</span>
          </p>
          <ProgressBar value={video?.status === 'rendering' ? progress : undefined} label="Rendering" />
          <Spoken>{video?.status === 'rendering' ? `${words} ${tenths(progress)}` : words}</Spoken>
        </div>
        {video?.mine && (
          <button type="button" className="button plain" onClick={() => cancelVideo(id)}>
            <X aria-hidden="true" />
            Cancel
          </button>
        )}
      </div>
    </>
  );
}

function wordsOf(video: VideoRecord | undefined, reachable: boolean): string {
  if (!reachable) return 'Waiting for the server';
  if (!video) return 'Loading ...';
  return video.progressText || (video.status === 'queued' ? 'Waiting for its turn' : 'Rendering');
}
