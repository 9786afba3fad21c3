import { useSnapshot } from 'valtio';
import { server } from '../../client/page/server.ts';

/** Explains that a chunk of the page is missing while the server is unreachable. */
export function PartAway() {
  const { reachable } = useSnapshot(server);
  if (reachable) return null;
  return <p role="alert">Part of this page is still loading. It appears as soon as the server responds again.</p>;
}
