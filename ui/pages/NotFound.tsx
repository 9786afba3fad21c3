import { Link } from 'wouter';
import { pageMessages } from '../../engine/project/pageMessages.ts';
import { useTitle } from '../kit/hooks.ts';

/** Page for unknown paths. */
export function NotFound() {
  useTitle('Not found');
  return (
    <div className="stack-2 lone">
      <span className="giant" aria-hidden="true">
        404
      </span>
      <h1 tabIndex={-1}>
        <span className="unseen">404: </span>
        {pageMessages.notFound}
      </h1>
      <p>Our team is looking into it. Your projects are safe.</p>
      <Link href="/" className="button primary large">
        Back home
      </Link>
    </div>
  );
}
