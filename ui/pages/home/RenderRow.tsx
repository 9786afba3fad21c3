import { Download, Image, Trash2, Video, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { cancelVideo, isBusy, removeVideo, videos } from '../../client/renders/videos.ts';
import { StatusBadge } from '../../kit/facts.tsx';
import { ProgressBar } from '../../kit/progress.tsx';
import { agoInWords, downloadName, formatInWords, lengthInWords, shownTitleOf, sizeInWords } from '../../kit/words.ts';
import './home.css';

/** One render in the list: title, progress and actions. */
export function RenderRow({ id }: { id: string }) {
  const video = useSnapshot(videos).byId[id];
  if (!video) return null;
  const title = shownTitleOf(video);
  return (
    <li className="render-row">
      <Link href={`/videos/${id}`} className="grow render-open">
        <Thumb video={video} />
        <span className="render-words">
          <span className="ellipsis render-title">{title}</span>
          <RenderState video={video} />
        </span>
      </Link>
      <RowActions video={video} title={title} />
    </li>
  );
}

function Thumb({ video }: { video: VideoRecord }) {
  const picture = video.poster ?? (video.mime?.startsWith('image/') ? video.url : null);
  const Icon = video.mime?.startsWith('image/') ? Image : Video;
  return (
    <span className="center thumb">
      {picture ? <img src={picture} alt="" loading="lazy" decoding="async" /> : <Icon aria-hidden="true" />}
    </span>
  );
}

function RenderState({ video }: { video: VideoRecord }) {
  if (isBusy(video)) {
    return (
      <span className="render-live">
        <span className="soft numbers">
          {video.status === 'queued' ? 'Waiting in the queue' : `${Math.floor(video.progress * 100)}%`}
        </span>
        <ProgressBar thin value={video.progress} label={`Rendering ${shownTitleOf(video)}`} />
      </span>
    );
  }
  if (video.status !== 'done') return <StatusBadge status={video.status} />;
  const facts = [
    formatInWords(video.mime),
    video.duration ? lengthInWords(video.duration) : '',
    sizeInWords(video.size ?? 0),
  ];
  return (
    <span className="soft numbers">
      {facts.filter(Boolean).join(' · ')}
      <span className="ago">{agoInWords(video.finishedAt ?? video.submittedAt, Date.now())}</span>
    </span>
  );
}

function RowActions({ video, title }: { video: VideoRecord; title: string }) {
  if (isBusy(video)) {
    return (
      <button
        type="button"
        className="button quiet icon"
        aria-label={`Cancel ${title}`}
        title="Cancel"
        onClick={() => cancelVideo(video._id)}
      >
        <X aria-hidden="true" />
      </button>
    );
  }
  return (
    <span className="row-actions">
      {video.url && (
        <a
          className="button quiet icon"
          href={video.url}
          download={downloadName(video)}
          aria-label={`Download ${title}`}
          title="Download"
        >
          <Download aria-hidden="true" />
        </a>
      )}
      <button
        type="button"
        className="button quiet icon"
        aria-label={`Delete ${title}`}
        title="Delete"
        onClick={() => removeVideo(video._id)}
      >
        <Trash2 aria-hidden="true" />
      </button>
    </span>
  );
}
