import { WifiOff } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { server } from '../state/server.ts';

/** Shows a message while the server is unreachable. */
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
