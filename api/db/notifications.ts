import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds between checks of the connection, and until an answer must arrive. */
const CHECK_MS = 10_000;
const ANSWER_MS = 5000;
/** Milliseconds between tries to connect again: the first one, and at most. */
const AGAIN_MS = 500;
const MOST_AGAIN_MS = 30_000;

/** A subscription to a channel of PostgreSQL's NOTIFY. */
export interface Subscription {
  /** Whether notifications arrive; meanwhile, and after a time without, the caller must poll. */
  isLive(): boolean;
  close(): Promise<void>;
}

/** What a subscriber is called with. */
export interface Subscriber {
  onNotification(payload: string): void;
  /** Called when notifications may have been missed. */
  onConnected(): void;
}

/**
 * Listens to a channel on a connection of its own, and connects again after it was lost. A pooler that shares
 * connections between transactions loses the subscription; then it is never live.
 * @param connect creates an unconnected client.
 */
export function subscribe(connect: () => pg.Client, channel: string, subscriber: Subscriber): Subscription {
  const closing = new AbortController();
  const { signal } = closing;
  let isLive = false;
  const pause = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => undefined);

  /** Listens until the connection is lost. @returns whether it ever worked. */
  const listen = async (): Promise<boolean> => {
    const client = connect();
    let stop = (): void => undefined;
    const lost = new Promise<never>((_resolve, reject) => {
      stop = () => reject(signal.reason);
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection was closed.')));
      signal.addEventListener('abort', stop, { once: true });
    });
    lost.catch(() => undefined);
    const answer = async <T>(asking: Promise<T>): Promise<T> => {
      asking.catch(() => undefined);
      const silence = pause(ANSWER_MS).then(() => Promise.reject(new Error('The server does not answer.')));
      silence.catch(() => undefined);
      return Promise.race([asking, lost, silence]);
    };
    client.on('notification', ({ payload = '' }) => subscriber.onNotification(payload));
    let hasWorked = false;
    try {
      await answer(client.connect());
      await answer(client.query(`listen ${pg.escapeIdentifier(channel)}`));
      for (;;) {
        const { rows } = await answer(client.query('select pg_listening_channels() as name'));
        if (!rows.some(({ name }) => name === channel)) return hasWorked;
        if (!isLive) {
          [isLive, hasWorked] = [true, true];
          subscriber.onConnected();
        }
        await Promise.race([pause(CHECK_MS), lost]);
      }
    } catch {
      return hasWorked;
    } finally {
      isLive = false;
      signal.removeEventListener('abort', stop);
      // A graceful end would wait for an unresponsive server.
      client.on('error', () => undefined);
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  };

  const run = async () => {
    for (let waitMs = AGAIN_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, MOST_AGAIN_MS)) {
      if (await listen()) waitMs = AGAIN_MS;
      await pause(waitMs);
    }
  };
  const running = run();
  return {
    isLive: () => isLive,
    async close() {
      closing.abort(new Error('closed'));
      await running;
    },
  };
}
