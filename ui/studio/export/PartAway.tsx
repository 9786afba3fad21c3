import { useSnapshot } from 'valtio';
import { server } from '../../state/server.ts';

/** Says why a part of the page does not come, while the server is away. */
export function PartAway() {
  const { reachable } = useSnapshot(server);
  if (reachable) return null;
  return <p role="alert">Part of this page is still loading. It appears as soon as the server responds again.</p>;
}
