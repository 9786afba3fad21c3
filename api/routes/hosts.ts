import os from 'node:os';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { fail, type ServiceError } from '../system/serviceError.ts';
import { isThisMachine } from './addresses.ts';
import { originOf } from './guards.ts';

/**
 * Rejects requests for hosts that this server is not known by. Otherwise a page whose domain resolves to this server
 * (DNS rebinding) would count as same-origin in its browser. The operator of the local DNS can resolve single words and
 * local names this way, so only this machine's own names count unless others are named. An IP address counts only if it
 * belongs to this server.
 * @param named further names and addresses of this server, see hostNameOf.
 * @returns a hook that throws ServiceError 421.
 * @throws Error for an invalid name.
 */
export function rejectOtherHosts(named: readonly string[] = []): (request: FastifyRequest) => Promise<void> {
  const isNamed = matcherOf(['localhost', '.localhost', ...machineNames(os.hostname()), ...named.map(hostNameOf)]);
  return async (request) => {
    // Check both: a client with access to this port can also forge a local proxy's headers.
    for (const asked of [request.headers.host, request.host]) {
      // Browsers always send it.
      if (!asked) continue;
      const name = nameOf(asked);
      if (name === undefined || !(isNamed(name) || isListenedOn(name, request))) throw otherHost(name ?? '');
    }
  };
}

/**
 * Returns the origin of a request if links in emails may lead there: the sender of the request chooses its host, and
 * the reader of the email trusts it. So the host must be this machine by definition or named by the operator, and the
 * port must be the scheme's or the one we listen on. `*` names no host.
 * @param named as in refuseOtherHosts.
 */
export function linkOriginOf(named: readonly string[] = []): (request: FastifyRequest) => string | undefined {
  const names = named.map(hostNameOf).filter((name) => name !== '*');
  const isNamed = matcherOf(['localhost', '.localhost', ...names]);
  return (request) => {
    const origin = originOf(request);
    const name = nameOf(request.host);
    if (origin === '' || name === undefined || !(isNamed(name) || isThisMachine(name))) return undefined;
    const { port } = new URL(origin);
    return port === '' || Number(port) === request.socket.localPort ? origin : undefined;
  };
}

/** Whether a name matches one of the names; a leading dot matches all subdomains, `*` any name. */
function matcherOf(names: readonly string[]): (name: string) => boolean {
  return (name) => names.some((one) => one === '*' || one === name || (one.startsWith('.') && name.endsWith(one)));
}

/** Whether a name is an IP address of this machine: loopback, that of the connection, or of an interface. */
function isListenedOn(name: string, { socket }: FastifyRequest): boolean {
  if (!ipaddr.isValid(name)) return false;
  const address = plain(name);
  if (isThisMachine(address) || (socket.localAddress && plain(socket.localAddress) === address)) return true;
  // Read on every request: addresses change while the server runs.
  return Object.values(os.networkInterfaces()).some((list) => list?.some((one) => plain(one.address) === address));
}

/** Returns the canonical form of an address; IPv4-mapped IPv6 becomes IPv4. */
function plain(address: string): string {
  return ipaddr.process(address.replace(/%.*$/, '')).toNormalizedString();
}

/** Domain suffixes that routers and networks give to local machines. */
const localEndings = ['local', 'lan', 'home', 'home.arpa', 'internal', 'localdomain'];

/** Names by which a machine is known in its local network. */
function machineNames(hostname: string): string[] {
  const machine = hostname.toLowerCase();
  const [word = machine] = machine.split('.');
  return [machine, word, ...localEndings.map((ending) => `${word}.${ending}`)];
}

/**
 * Normalizes a host name to the form that browsers send; accepts a scheme, a port, a trailing dot and any script. A
 * leading dot or `*.` matches all subdomains, `*` any name. @throws Error if it is invalid.
 */
export function hostNameOf(named: string): string {
  if (named === '*') return named;
  const bare = named.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  const [, below, host = ''] = /^(\*?\.)?(.*)$/.exec(bare) ?? [];
  const name = nameOf(host);
  if (!name || name.includes('*')) throw new Error(`"${named}" is not a host name such as video.example.org.`);
  return below ? `.${name}` : name;
}

function otherHost(name: string): ServiceError {
  const known = name === '' ? 'that name' : `the name "${name.slice(0, 100)}"`;
  const message = `This server does not accept the host ${known}. Its operator can set hosts in CUTROOM_HOSTS.`;
  return fail('misdirected', message);
}

/** Returns a lowercase host without port, brackets and trailing dot; undefined if it is invalid. */
function nameOf(host: string): string | undefined {
  if (!/^[^\s/\\@?#]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$|\.$/g, '');
}
