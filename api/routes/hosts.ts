import { isIP } from 'node:net';
import os from 'node:os';
import type { FastifyRequest } from 'fastify';
import { HttpError } from './httpError.ts';

/**
 * Refuses requests for a host that this server is not. A page whose own name is made to lead here (DNS rebinding) would
 * count as one of ours to its browser; a bare address cannot be such a name.
 * A single word or a name of the local network can: whoever gives this machine its name server names them. So of those
 * only this machine's own count unless they are named.
 * @param named further names that are ours, see hostNameOf.
 * @returns a hook that throws HttpError 421.
 * @throws Error for what is no name.
 */
export function refuseOtherHosts(named: readonly string[] = []): (request: FastifyRequest) => Promise<void> {
  const own = ['localhost', '.localhost', ...machineNames(os.hostname()), ...named.map(hostNameOf)];
  const isOwn = (name: string) =>
    isIP(name) !== 0 || own.some((one) => one === '*' || one === name || (one.startsWith('.') && name.endsWith(one)));
  return async ({ headers, host }) => {
    // Both: what a proxy on this machine says of the first host may come from anybody who can reach this port.
    for (const asked of [headers.host, host]) {
      // No browser leaves it out.
      if (!asked) continue;
      const name = nameOf(asked);
      if (name === undefined || !isOwn(name)) throw otherHost(name ?? '');
    }
  };
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
  const message = `This server does not answer to ${known}. Whoever runs it can name its hosts in CUTROOM_HOSTS.`;
  return new HttpError(421, 'misdirected', message);
}

/** A host without its port, brackets and last dot, in small letters; undefined for what is no host. */
function nameOf(host: string): string | undefined {
  if (!/^[^\s/\\@?#]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$|\.$/g, '');
}
