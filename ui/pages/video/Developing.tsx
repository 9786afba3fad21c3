import { Clapperboard, X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { VideoRecord } from '../../../api/contract/video.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Project } from '../../../engine/project/project.ts';
import { LiveRegion, tenths } from '../../components/LiveRegion.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { ratioStyle } from '../../components/ratioStyle.ts';
import { useFocusHandover } from '../../components/useFocusHandover.ts';
import { useTimeLeft } from '../../components/useTimeLeft.ts';
import { localUrlOf } from '../../media/mediaTable.ts';
import { ScenePicture } from '../../preview/ScenePicture.tsx';
import { localUrlOf as homeUrlOf } from '../../state/homeProject.ts';
import { place } from '../../state/place.ts';
import { server } from '../../state/server.ts';
import { cancelVideo, videos } from '../../state/videos.ts';
import { attemptSentence, renderWords } from './renderWords.ts';
import '../../style/stage.css';
import '../../style/video.css';

/** A running render: its preview is revealed from left to right with the progress. */
export function Developing({ id, video }: { id: string; video: VideoRecord | undefined }) {
  const work = useSnapshot(videos).works[id];
  const { reachable } = useSnapshot(server);
  const shape = ratioStyle(useShape(work));
  const progress = video?.progress ?? 0;
  const words = renderWords(video, reachable);
  const again = attemptSentence(video);
  const pace = useTimeLeft(video, reachable);
  // Progress does not advance meanwhile, so the remaining time is unknown.
  const left = words === 'Re-encoding' ? '' : pace;
  const said = useSaid(video?.status === 'rendering' ? `${words} ${tenths(progress)}` : words, left);
  const cancel = useRef<HTMLButtonElement>(null);
  useFocusHandover(cancel, () => document.querySelector<HTMLElement>('main h1'));
  return (
    <>
      <div className="stage" style={shape}>
        <div className="developing fitted">
          {work ? (
            <ScenePicture project={work} urlOf={urlOf} />
          ) : (
            <div className="developing-blank">
              <Clapperboard aria-hidden="true" />
            </div>
          )}
          <span
            className="developing-overlay"
            data-waiting={progress === 0 || undefined}
            style={{ transform: `translateX(${progress * 100}%)` }}
          />
        </div>
      </div>
      <div className="video-foot">
        <div className="video-progress">
          <p>
            {video && <strong className="numbers">{Math.floor(progress * 100)}%</strong>}
            <span className="soft">{words}</span>
            <span className="soft small numbers video-left">{left}</span>
          </p>
          <ProgressBar
            value={video?.status === 'rendering' ? progress : undefined}
            label={video ? 'Rendering' : 'Loading'}
          />
          <LiveRegion>{said}</LiveRegion>
          {again && (
            <p className="soft small" role="status">
              {again}
            </p>
          )}
        </div>
        {video?.mine && (
          <button ref={cancel} type="button" className="button plain" onClick={() => cancelVideo(id)}>
            <X aria-hidden="true" />
            Cancel
          </button>
        )}
      </div>
    </>
  );
}

/**
 * Returns the announced status. It includes the remaining time as of the last status change, so that the time alone is
 * not announced again.
 */
function useSaid(words: string, left: string): string {
  const said = useRef({ words: '', all: '' });
  if (said.current.words !== words) said.current = { words, all: left ? `${words}, ${left}` : words };
  return said.current.all;
}

/** Returns the size of the result: known if this tab started the render, even after a reload; otherwise a guess. */
function useShape(work: Project | undefined): Size {
  const { size } = useSnapshot(place);
  return work ? canvasSize(work) : (size ?? { width: 16, height: 9 });
}

/** Returns the URL of a file of the home page's project, or of a tool's draft. */
function urlOf(url: string): string | undefined {
  return homeUrlOf(url) ?? localUrlOf(url);
}
