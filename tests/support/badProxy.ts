import net from 'node:net';

/** An unreliable proxy to a server. */
export interface BadProxy {
  /** Address of the proxy, which stays the same. */
  origin: string;
  /** Sets the server behind it, such as a restarted one. */
  leadTo(origin: string): void;
  /** Number of broken connections. */
  broken(): number;
  close(): void;
}

/**
 * Forwards connections and breaks most of them: after some bytes it closes, resets or stalls them.
 * @param random from 0 to 1. @param most maximum bytes per connection. @param stallMs duration of a stall.
 */
export async function openFlakyProxy(random: () => number, most: number, stallMs: number): Promise<BadProxy> {
  let port = 0;
  let broken = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    const both = (end: (socket: net.Socket) => void) => {
      end(near);
      end(far);
    };
    let left = random() < 0.2 ? Number.POSITIVE_INFINITY : Math.ceil(random() * most);
    near.on('data', (bytes: Buffer) => {
      if (left <= 0) return;
      left -= bytes.byteLength;
      if (left > 0) {
        if (!far.write(bytes)) near.pause();
        return;
      }
      broken += 1;
      // A part of the last bytes arrives.
      far.write(bytes.subarray(0, Math.max(0, bytes.byteLength + left)));
      const way = random();
      if (way < 0.34) both((socket) => socket.destroy());
      else if (way < 0.67) both((socket) => socket.resetAndDestroy());
      else setTimeout(() => both((socket) => socket.destroy()), stallMs).unref();
    });
    far.on('drain', () => near.resume());
    // Responses may be lost too.
    far.on('data', (bytes: Buffer) => (left > 0 ? near.write(bytes) : undefined));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    leadTo: (origin) => {
      port = Number(new URL(origin).port);
    },
    broken: () => broken,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
