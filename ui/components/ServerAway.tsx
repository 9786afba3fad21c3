import { WifiOff } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { server } from '../state/server.ts';

/** Says that the server does not answer, for as long as that is so. */
export function ServerAway() {
  const { reachable } = useSnapshot(server);
  return (
    <div role="status">
      {!reachable && (
        <p className="server-away">
          <WifiOff aria-hidden="true" />
          The server does not respond. This page continues as soon as it does.
        </p>
      )}
    </div>
  );
}
