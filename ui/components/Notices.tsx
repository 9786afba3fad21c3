import { CircleAlert, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { closeNotice, notices, runNoticeAction } from '../state/notices.ts';

/** Errors and notes at the bottom of the page; each closes by its button or after 10 s. */
export function Notices() {
  const { list } = useSnapshot(notices);
  return (
    <section className="notices" aria-label="Messages">
      {list.map(({ id, kind, message, action }) => (
        <div key={id} className={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
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
