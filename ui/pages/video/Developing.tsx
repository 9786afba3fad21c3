import { Clapperboard, X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { attemptWords } from '../../../api/contract/attempts.ts';
import type { VideoRecord } from '../../../api/contract/video.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Project } from '../../../engine/project/project.ts';
import { place } from '../../app/place.ts';
import { localUrlOf } from '../../client/media/mediaTable.ts';
import { server } from '../../client/page/server.ts';
import { cancelVideo, videos } from '../../client/renders/videos.ts';
import { useFocusHandover } from '../../kit/hooks.ts';
import { LiveRegion, ProgressBar, tenths } from '../../kit/progress.tsx';
import { ratioStyle } from '../../kit/RatioFrame.tsx';
import { ScenePicture } from '../../player/ScenePicture.tsx';
import { localUrlOf as homeUrlOf } from '../home/homeProject.ts';
import '../../kit/style/content.css';

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
  const announced = useAnnounced(video?.status === 'rendering' ? `${words} ${tenths(progress)}` : words, left);
  const cancel = useRef<HTMLButtonElement>(null);
  useFocusHandover(cancel, () => document.querySelector<HTMLElement>('main h1'));
  return (
    <>
      <div className="center stage" style={shape}>
        <div className="developing fitted">
          {work ? (
            <ScenePicture project={work} urlOf={urlOf} />
          ) : (
            <div className="center developing-blank">
              <Clapperboard aria-hidden="true" />
            </div>
          )}
          <span
            className="cover developing-overlay"
            data-waiting={progress === 0 || undefined}
            style={{ transform: `translateX(${progress * 100}%)` }}
          />
        </div>
      </div>
      <div className="row wrap split video-foot">
        <div className="stack video-progress">
          <p>
            {video && <strong className="numbers">{Math.floor(progress * 100)}%</strong>}
            <span className="soft">{words}</span>
            <span className="soft small numbers video-left">{left}</span>
          </p>
          <ProgressBar
            value={video?.status === 'rendering' ? progress : undefined}
            label={video ? 'Rendering' : 'Loading'}
          />
          <LiveRegion>{announced}</LiveRegion>
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
function useAnnounced(words: string, left: string): string {
  const announced = useRef({ words: '', all: '' });
  if (announced.current.words !== words) announced.current = { words, all: left ? `${words}, ${left}` : words };
  return announced.current.all;
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

/** Progress of a render at one moment. */
export interface Sample {
  /** Milliseconds of any clock. */
  at: number;
  /** 0 to 1. */
  progress: number;
}

/** Up to this progress, a render reads and paints, at a pace that says nothing about the rest. */
const FROM = 0.08;
/** Length of the window that the pace is measured in, in milliseconds. */
const WINDOW_MS = 20_000;
/** Minimum time (in milliseconds) and progress that must be observed before an estimate. */
const LEAST = { time: 2500, share: 0.03 };
/** If the paces of both halves differ by more than this factor, there is no estimate. */
const UNSTEADY = 2;

/**
 * Estimates the remaining time of a render in seconds; undefined if it cannot be estimated yet.
 * @param samples oldest first; after a restart only those since.
 */
export function secondsLeft(samples: readonly Sample[]): number | undefined {
  const last = samples.at(-1);
  if (!last) return undefined;
  const seen = samples.filter(({ at, progress }) => progress >= FROM && last.at - at <= WINDOW_MS);
  const [first, middle] = [seen[0], seen[Math.floor(seen.length / 2)]];
  if (!first || !middle || seen.length < 4) return undefined;
  if (last.at - first.at < LEAST.time || last.progress - first.progress < LEAST.share) return undefined;
  const [early, late] = [paceOf(first, middle), paceOf(middle, last)];
  if (!(early > 0 && late > 0) || Math.max(early / late, late / early) > UNSTEADY) return undefined;
  return (1 - last.progress) / paceOf(first, last) / 1000;
}

/** Formats a remaining time in coarse steps: "a few seconds left", "about 40 s left", "about 3 min left". */
export function leftInWords(seconds: number): string {
  if (seconds <= 5) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  return `about ${Math.max(1, Math.round(seconds / 60))} min left`;
}

function paceOf(from: Sample, to: Sample): number {
  return (to.progress - from.progress) / (to.at - from.at);
}

/** Maximum number of samples; at four per second, more than the pace needs. */
const MOST = 120;

/** Returns the estimated remaining time of a render as text; '' if it cannot be estimated yet. */
function useTimeLeft(video: VideoRecord | undefined, reachable: boolean): string {
  const samples = useRef<Sample[]>([]);
  const progress = video?.status === 'rendering' && reachable ? video.progress : undefined;
  const last = samples.current.at(-1);
  // The render waits, or restarted with the server.
  if (progress === undefined || (last && progress < last.progress)) samples.current = [];
  if (progress !== undefined && progress !== last?.progress) {
    samples.current = [...samples.current, { at: performance.now(), progress }].slice(-MOST);
  }
  const left = secondsLeft(samples.current);
  return left === undefined ? '' : leftInWords(left);
}

/** Describes the current step of a render, without percentage and remaining time, which are displayed separately. */
function renderWords(video: VideoRecord | undefined, reachable: boolean): string {
  if (!reachable) return 'Waiting for the server';
  if (!video) return 'Loading ...';
  if (video.status === 'queued') return 'Waiting in the queue';
  // The attempt is displayed in a separate sentence.
  const words = video.progressText.replace(/^\w+ attempt: /, '').replace(/\s*(\.\.\.)?\s*(\d+\s?%)?$/, '');
  return words === '' || words === 'Loading' ? 'Reading media' : words;
}

/** Explains that a render started again, so that its progress fell; undefined in the first attempt. */
function attemptSentence(video: VideoRecord | undefined): string | undefined {
  const words = attemptWords(video?.attempt ?? null);
  if (words === undefined) return undefined;
  return words === 'Second attempt'
    ? 'Second attempt: rendering started again from the beginning.'
    : 'Another attempt: rendering started again from the beginning.';
}
