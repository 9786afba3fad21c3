import os from 'node:os';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isThisMachine } from './addresses.ts';
import { originOf } from './guards.ts';
import { HttpError } from './httpError.ts';

/**
 * Rejects requests for a host that this server is not. A page whose own name is made to resolve here (DNS rebinding)
 * would count as one of our pages to its browser. A single word or a name of the local network can be resolved so by
 * whoever runs that network's name server, so only this machine's own names count unless they are named.
 * An IP address counts only where the server is reached at it: any other one belongs to somebody else.
 * @param named further names and addresses that are ours, see hostNameOf.
 * @returns a hook that throws HttpError 421.
 * @throws Error for an invalid name.
 */
export function refuseOtherHosts(named: readonly string[] = []): (request: FastifyRequest) => Promise<void> {
  const isNamed = matcherOf(['localhost', '.localhost', ...machineNames(os.hostname()), ...named.map(hostNameOf)]);
  return async (request) => {
    // Both: a client that can reach this port can also send what a proxy on this machine would add.
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

/** Whether a name is one of some; one that begins with a dot stands for all below it, `*` for any. */
function matcherOf(names: readonly string[]): (name: string) => boolean {
  return (name) => names.some((one) => one === '*' || one === name || (one.startsWith('.') && name.endsWith(one)));
}

/** Whether a name is an IP address that leads to this machine: loopback, of the connection itself, or of an interface. */
function isListenedOn(name: string, { socket }: FastifyRequest): boolean {
  if (!ipaddr.isValid(name)) return false;
  const address = plain(name);
  if (isThisMachine(address) || (socket.localAddress && plain(socket.localAddress) === address)) return true;
  // Read each time: addresses of a machine change while it runs.
  return Object.values(os.networkInterfaces()).some((list) => list?.some((one) => plain(one.address) === address));
}

/** An address in its one canonical form; an IPv4 address written as an IPv6 one becomes IPv4. */
function plain(address: string): string {
  return ipaddr.process(address.replace(/%.*$/, '')).toNormalizedString();
}

/** Endings that routers and networks give to the machines at home. */
const localEndings = ['local', 'lan', 'home', 'home.arpa', 'internal', 'localdomain'];

/** The names under which others in its network know a machine. */
function machineNames(hostname: string): string[] {
  const machine = hostname.toLowerCase();
  const [word = machine] = machine.split('.');
  return [machine, word, ...localEndings.map((ending) => `${word}.${ending}`)];
}

/**
 * A host's name as browsers send it: with or without scheme, port and last dot, in any letters of any script. One that
 * begins with a dot, or `*.`, stands for all below it, `*` for any. @throws Error for what is no name.
 */
export function hostNameOf(named: string): string {
  if (named === '*') return named;
  const bare = named.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  const [, below, host = ''] = /^(\*?\.)?(.*)$/.exec(bare) ?? [];
  const name = nameOf(host);
  if (!name || name.includes('*')) throw new Error(`"${named}" is no name of a host, such as video.example.org.`);
  return below ? `.${name}` : name;
}

function otherHost(name: string): HttpError {
  const known = name === '' ? 'that name' : `the name "${name.slice(0, 100)}"`;
  const message = `This server does not accept the host ${known}. Its operator can set hosts in CUTROOM_HOSTS.`;
  return new HttpError(421, 'misdirected', message);
}

/** A host without its port, brackets and last dot, in small letters; undefined for what is no host. */
function nameOf(host: string): string | undefined {
  if (!/^[^\s/\\@?#]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$|\.$/g, '');
}
