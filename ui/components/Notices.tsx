import { CircleAlert, X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { closeNotice, holdNotice, type Notice, notices, releaseNotice, runNoticeAction } from '../state/notices.ts';
import { useFreeSpot } from './useFreeSpot.ts';

/** Shows the newest notice where it covers no control. It closes by button, or after 10 s without pointer and focus. */
export function Notices() {
  const newest = useSnapshot(notices).list.at(-1);
  return (
    <section className="notices" aria-label="Messages">
      {newest && <NoticeCard key={newest.id} notice={newest} />}
    </section>
  );
}

function NoticeCard({ notice: { id, kind, message, action } }: { notice: Notice }) {
  const card = useRef<HTMLDivElement>(null);
  useFreeSpot(card, message);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only keep it open.
    <div
      ref={card}
      className={`notice ${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => holdNotice(id, 'pointer')}
      onPointerLeave={() => releaseNotice(id, 'pointer')}
      onFocus={() => holdNotice(id, 'focus')}
      onBlur={() => releaseNotice(id, 'focus')}
    >
      {kind === 'error' && <CircleAlert aria-hidden="true" />}
      <p>{message}</p>
      {action && (
        <button type="button" className="button quiet" onClick={() => runNoticeAction(id)}>
          {action.label}
        </button>
      )}
      <button type="button" className="button quiet icon" aria-label="Close" onClick={() => closeNotice(id)}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
