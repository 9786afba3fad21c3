import net from 'node:net';

/** A connection to a server that can be interrupted. */
export interface CuttableConnection {
  port: number;
  /** refused: resets existing and new connections; silent: nothing passes, without an error. */
  cut(how: 'refused' | 'silent'): void;
  /** Restores the connection. Data that waited during silence passes. */
  mend(): void;
  close(): void;
}

/** Opens a proxy to a port of this machine. */
export async function openCuttableConnection(to: number): Promise<CuttableConnection> {
  let state: 'open' | 'refused' | 'silent' = 'open';
  const sockets = new Set<net.Socket>();
  const hold = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  };
  const server = net.createServer((near) => {
    hold(near);
    if (state === 'refused') return void near.resetAndDestroy();
    const far = net.connect(to, '127.0.0.1');
    hold(far);
    near.pipe(far).on('close', () => near.destroy());
    far.pipe(near).on('close', () => far.destroy());
    if (state === 'silent') for (const socket of [near, far]) socket.pause();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    cut(how) {
      state = how;
      for (const socket of sockets)
        if (how === 'refused') socket.resetAndDestroy();
        else socket.pause();
    },
    mend() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
