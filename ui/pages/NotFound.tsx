import { Link } from 'wouter';
import { pageMessages } from '../../engine/project/pageMessages.ts';
import { useTitle } from '../components/useTitle.ts';

/** What unknown paths lead to. */
export function NotFound() {
  useTitle('Not found');
  return (
    <div className="lone">
      <span className="giant" aria-hidden="true">
        404
      </span>
      <h1 tabIndex={-1}>
        <span className="unseen">404: </span>
        {pageMessages.notFound}
      </h1>
      <p>Our team is looking into it. Meanwhile, everything else is where it was.</p>
      <Link href="/" className="button primary large">
        Back home
      </Link>
    </div>
  );
}
