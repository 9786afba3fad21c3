import { isIP, type LookupFunction } from 'node:net';
import { MAX_URL_LENGTH } from '../../../engine/project/limits.ts';
import { isGlobalAddress } from './globalAddress.ts';
import { LinkRefused, notPlain, notPublic } from './linkRefused.ts';
import { type Resolve, resolveByServers, resolveBySystem } from './resolve.ts';

/** Decides where requests may go. */
export interface Doors {
  /** Reads an address that somebody gave. @throws LinkRefused where requests may not go there, as far as that is seen without asking a name server. */
  read(text: string, base?: URL): URL;
  /** What a socket to this address asks for the host's addresses: it gets public ones only, or an error. */
  lookupFor(url: URL): LookupFunction;
}

/** Which doors are open beside the usual ones. */
export interface DoorOptions {
  /** Hosts that may be asked though they are not public: names or addresses, each with a port where it is not 80 or 443. */
  hosts?: readonly string[] | undefined;
  /** Further ports of public addresses. */
  ports?: readonly number[] | undefined;
  /** Default: asks the machine's name servers, of hosts that the operator named as the system does. */
  resolve?: Resolve | undefined;
}

const byServers = resolveByServers();
const schemes = ['http:', 'https:'];
/** As they stand in an address: one that is its scheme's own is left out. */
const usualPorts = ['', '80', '443'];

/**
 * Makes the doors: to http and https on ports 80 and 443 of public addresses, and to the hosts that the operator named.
 * @throws Error for a host that is none.
 */
export function createDoors({ hosts: named = [], ports = [], resolve }: DoorOptions = {}): Doors {
  const open = new Set(named.map(namedHost));
  const isNamed = (url: URL) => {
    const host = hostOf(url);
    return open.has(usualPorts.includes(url.port) ? host : `${host}:${url.port}`);
  };
  return {
    read(text, base) {
      if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base)) throw new LinkRefused(notPlain);
      const url = new URL(text, base);
      url.hash = '';
      if (!schemes.includes(url.protocol) || url.username !== '' || url.password !== '')
        throw new LinkRefused(notPlain);
      if (isNamed(url)) return url;
      if (!usualPorts.includes(url.port) && !ports.includes(Number(url.port))) throw new LinkRefused(notPlain);
      const host = hostOf(url);
      // A socket asks nobody for the address of an address.
      const isRefused = isIP(host) !== 0 ? !isGlobalAddress(host) : isLocalName(host);
      if (isRefused) throw new LinkRefused(notPublic);
      return url;
    },
    lookupFor(url) {
      const isOpen = isNamed(url);
      const ask = resolve ?? (isOpen ? resolveBySystem : byServers);
      return (name, options, tell) =>
        ask(name, (error, addresses) => {
          const isAllowed = isOpen || addresses?.every(({ address }) => isGlobalAddress(address));
          const [first] = addresses ?? [];
          if (error || !first || !isAllowed) tell(new LinkRefused(notPublic), '', 0);
          else if (options.all) tell(null, addresses);
          else tell(null, first.address, first.family);
        });
    },
  };
}

/** A host in small letters, without the brackets of IPv6 and the dot that ends a full name. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
}

/** Names that mean this machine or its network; a name without a dot is no public one either. */
function isLocalName(host: string): boolean {
  return !host.includes('.') || /\.(localhost|local|lan|internal|home\.arpa|localdomain|onion)$/.test(host);
}

function namedHost(named: string): string {
  const text = `http://${named}`;
  if (!/^[^\s/\\@?#]+$/.test(named) || !URL.canParse(text))
    throw new Error(`"${named}" is no host, such as media.lan:8080.`);
  const url = new URL(text);
  return usualPorts.includes(url.port) ? hostOf(url) : `${hostOf(url)}:${url.port}`;
}
