import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterFile } from './afterFile.ts';

/** Claims of a user. */
export interface Claims {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A real OpenID provider. */
export interface OpenIdProvider {
  issuer: string;
  client: { clientId: string; clientSecret: string };
  /** Claims of users by login. */
  people: Map<string, Claims>;
  /** Allows a redirect URI. */
  allow(redirectUri: string): void;
  /** Completes sign-in and consent like a browser. @returns the address to which the user is redirected. */
  signIn(address: string, login: string): Promise<string>;
  /** Takes the server off the network; `resume` restores it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** Starts a provider; it is closed after the test file. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const people = new Map<string, Claims>();
  const redirects: string[] = ['http://127.0.0.1/none'];
  const client = { clientId: 'cutroom', clientSecret: 'a secret of the client' };
  let handle: ReturnType<Provider['callback']> | undefined;
  const server: Server = createServer((request, response) => handle?.(request, response));
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  afterFile(close);
  const issuer = `http://127.0.0.1:${port}`;
  const open = () => {
    const { clientId: client_id, clientSecret: client_secret } = client;
    const provider = new Provider(issuer, {
      clients: [{ client_id, client_secret, redirect_uris: redirects }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
      pkce: { required: () => true },
      cookies: { keys: ['signs cookies of tests'] },
    });
    handle = provider.callback();
  };
  open();
  return {
    ...{ issuer, client, people },
    allow(redirectUri) {
      redirects.push(redirectUri);
      open();
    },
    signIn: (address, login) => walk(address, login, issuer),
    pause: close,
    resume: () => listen(port),
  };
}

/** Follows redirects within the provider and submits its forms. */
async function walk(address: string, login: string, issuer: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = address;
  let form: Record<string, string> | undefined;
  for (let steps = 0; steps < 12; steps += 1) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const body = form && { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(next, { ...body, headers: { cookie }, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location) {
      next = new URL(location, next).href;
      form = undefined;
      if (!next.startsWith(issuer)) return next;
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`The provider answered ${answer.status}: ${page.slice(0, 500)}`);
    next = new URL(action, next).href;
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
    form = { prompt, ...(prompt === 'login' ? { login, password: 'any' } : {}) };
  }
  throw new Error('The provider leads in circles.');
}
