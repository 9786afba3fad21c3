import { useSnapshot } from 'valtio';
import { server } from '../../state/server.ts';

/** Says why a part of the page does not come, while the server is away. */
export function PartAway() {
  const { reachable } = useSnapshot(server);
  if (reachable) return null;
  return <p role="alert">A part of this page is still missing. It comes as soon as the server answers again.</p>;
}
