import net from 'node:net';

/** A way to a server that breaks again and again. */
export interface BadProxy {
  /** Address that stays the same. */
  origin: string;
  /** The server behind it; a new one when that starts again. */
  leadTo(origin: string): void;
  /** How many connections it has broken. */
  broken(): number;
  close(): void;
}

/**
 * Forwards connections, and breaks most of them: after some bytes from the sender it ends, resets or stalls them.
 * @param random from 0 to 1. @param most bytes that a connection may live to bring. @param stallMs how long a stalled one stays.
 */
export async function openBadProxy(random: () => number, most: number, stallMs: number): Promise<BadProxy> {
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
      // Some of what comes at last arrives.
      far.write(bytes.subarray(0, Math.max(0, bytes.byteLength + left)));
      const way = random();
      if (way < 0.34) both((socket) => socket.destroy());
      else if (way < 0.67) both((socket) => socket.resetAndDestroy());
      else setTimeout(() => both((socket) => socket.destroy()), stallMs).unref();
    });
    far.on('drain', () => near.resume());
    // An answer may be lost too.
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
