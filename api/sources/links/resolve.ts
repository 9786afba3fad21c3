import dns from 'node:dns';

/** Asks for all addresses of a name, as dns.lookup does with `all`. */
export type Resolve = (
  name: string,
  tell: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void;

/** So long a name server is waited for at first, and then once more for longer, milliseconds. */
const TIMEOUT_MS = 2500;
/** Who has told addresses of one family has so long for those of the other, milliseconds. */
const OTHER_MS = 500;

/**
 * Asks as the system does, which knows more names than name servers do. Until one answers that holds one of few threads, of which files
 * need some too: for names that are trusted alone.
 */
export function resolveBySystem(...[name, tell]: Parameters<Resolve>): void {
  dns.lookup(name, { all: true }, tell);
}

/**
 * Asks the name servers of the machine themselves: whoever has them be silent, for however many names, holds no thread.
 * @param options.servers addresses with their ports; default: those of the system. @param options.timeoutMs default: 2.5 s.
 */
export function resolveByServers({
  servers,
  timeoutMs = TIMEOUT_MS,
}: {
  servers?: readonly string[];
  timeoutMs?: number;
} = {}): Resolve {
  return (name, tell) => {
    // A new one each time: the system's servers may be others by now.
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
