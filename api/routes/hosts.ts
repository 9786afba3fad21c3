import { isIP } from 'node:net';
import os from 'node:os';
import type { FastifyRequest } from 'fastify';
import { HttpError } from './httpError.ts';

/**
 * Refuses requests for a host that this server is not. A page whose own name is made to lead here (DNS rebinding) would
 * count as one of ours to its browser; a bare address cannot be such a name.
 * @param named further names that are ours; one that begins with a dot stands for all below it, `*` for any.
 * @returns a hook that throws HttpError 421.
 */
export function refuseOtherHosts(named: readonly string[] = []): (request: FastifyRequest) => Promise<void> {
  const machine = os.hostname().toLowerCase();
  const own = ['localhost', '.localhost', machine, `${machine}.local`, ...named.map((name) => name.toLowerCase())];
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
