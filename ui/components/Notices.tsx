import { CircleAlert, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { closeNotice, holdNotice, notices, releaseNotice, runNoticeAction } from '../state/notices.ts';

/** Errors and notes at the bottom of the page; each closes by its button, or after 10 s in which nobody is at it. */
export function Notices() {
  const { list } = useSnapshot(notices);
  return (
    <section className="notices" aria-label="Messages">
      {list.map(({ id, kind, message, action }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done by it; it only stays while somebody is at it.
        <div
          key={id}
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
      ))}
    </section>
  );
}
