import { isIP, type LookupFunction } from 'node:net';
import { MAX_URL_LENGTH } from '../../../engine/project/limits.ts';
import { fail } from '../../system/serviceError.ts';
import { isGlobalAddress } from './globalAddress.ts';
import { notPlain, notPublic } from './linkMessages.ts';
import { type Resolve, resolveByServers, resolveBySystem } from './resolve.ts';

/** Restricts where requests may go (protection against SSRF). */
export interface EgressRules {
  /** Parses an untrusted URL. @throws ServiceError if it is not allowed, as far as this is known without DNS. */
  read(text: string, base?: URL): URL;
  /** Returns the lookup function for a socket to this URL: it returns public addresses only, or an error. */
  lookupFor(url: URL): LookupFunction;
}

/** Exceptions from the default rules. */
export interface EgressOptions {
  /** Allowed private hosts: names or addresses, with a port unless it is 80 or 443. */
  hosts?: readonly string[] | undefined;
  /** Further ports of public addresses. */
  ports?: readonly number[] | undefined;
  /** Default: queries DNS servers; for hosts named by the operator, uses the system's resolver. */
  resolve?: Resolve | undefined;
}

const byServers = resolveByServers();
const schemes = ['http:', 'https:'];
/** Ports as they appear in a URL, which omits the scheme's default. */
const usualPorts = ['', '80', '443'];

/**
 * Creates the rules: http and https on ports 80 and 443 of public addresses, and hosts named by the operator.
 * @throws Error for an invalid host.
 */
export function createEgressRules({ hosts: named = [], ports = [], resolve }: EgressOptions = {}): EgressRules {
  const open = new Set(named.map(namedHost));
  const isNamed = (url: URL) => {
    const host = hostOf(url);
    return open.has(usualPorts.includes(url.port) ? host : `${host}:${url.port}`);
  };
  return {
    read(text, base) {
      if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base)) throw fail('link', notPlain);
      const url = new URL(text, base);
      url.hash = '';
      if (!schemes.includes(url.protocol) || url.username !== '' || url.password !== '') throw fail('link', notPlain);
      if (isNamed(url)) return url;
      if (!usualPorts.includes(url.port) && !ports.includes(Number(url.port))) throw fail('link', notPlain);
      const host = hostOf(url);
      // Sockets do not call lookup for IP addresses, so check them here.
      const isRefused = isIP(host) !== 0 ? !isGlobalAddress(host) : isLocalName(host);
      if (isRefused) throw fail('link', notPublic);
      return url;
    },
    lookupFor(url) {
      const isOpen = isNamed(url);
      const ask = resolve ?? (isOpen ? resolveBySystem : byServers);
      return (name, options, tell) =>
        ask(name, (error, addresses) => {
          const isAllowed = isOpen || addresses?.every(({ address }) => isGlobalAddress(address));
          const [first] = addresses ?? [];
          if (error || !first || !isAllowed) tell(fail('link', notPublic), '', 0);
          else if (options.all) tell(null, addresses);
          else tell(null, first.address, first.family);
        });
    },
  };
}

/** Returns a lowercase host without IPv6 brackets and trailing dot. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
}

/** Whether a name refers to this machine or its network; names without a dot are not public either. */
function isLocalName(host: string): boolean {
  return !host.includes('.') || /\.(localhost|local|lan|internal|home\.arpa|localdomain|onion)$/.test(host);
}

function namedHost(named: string): string {
  const text = `http://${named}`;
  if (!/^[^\s/\\@?#]+$/.test(named) || !URL.canParse(text))
    throw new Error(`"${named}" is not a host such as media.lan:8080.`);
  const url = new URL(text);
  return usualPorts.includes(url.port) ? hostOf(url) : `${hostOf(url)}:${url.port}`;
}
