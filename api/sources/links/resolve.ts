import dns from 'node:dns';

/** Resolves all addresses of a name, like dns.lookup with `all`. */
export type Resolve = (
  name: string,
  callback: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void;

/** Timeout of the first DNS query in milliseconds; the second one is longer. */
const TIMEOUT_MS = 2500;
/** Milliseconds to wait for the other address family after the first answer. */
const OTHER_MS = 500;

/**
 * Uses the system's resolver, which knows more names than DNS. Each call occupies a libuv thread, which file access
 * needs too: only for trusted names.
 */
export function resolveBySystem(...[name, tell]: Parameters<Resolve>): void {
  dns.lookup(name, { all: true }, tell);
}

/**
 * Queries DNS servers directly, so a slow server cannot block a libuv thread.
 * @param options.servers addresses with ports; default: the system's. @param options.timeoutMs default: 2.5 s.
 */
export function resolveByServers({
  servers,
  timeoutMs = TIMEOUT_MS,
}: {
  servers?: readonly string[];
  timeoutMs?: number;
} = {}): Resolve {
  return (name, tell) => {
    // A new resolver each time, since the system's servers may have changed.
    const resolver = new dns.promises.Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    let timer: NodeJS.Timeout | undefined;
    const found = async (family: 4 | 6, asked: Promise<string[]>) => {
      const addresses = (await asked).map((address) => ({ address, family }));
      timer ??= setTimeout(() => resolver.cancel(), OTHER_MS);
      return addresses;
    };
    const all = Promise.allSettled([found(4, resolver.resolve4(name)), found(6, resolver.resolve6(name))]);
    void all.then(([four, six]) => {
      clearTimeout(timer);
      const addresses = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      if (four.status === 'rejected' && addresses.length === 0) tell(four.reason as Error, []);
      else tell(null, addresses);
    });
  };
}
