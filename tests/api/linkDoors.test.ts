import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDoors, type Doors } from '../../api/sources/links/doors.ts';
import { isGlobalAddress } from '../../api/sources/links/globalAddress.ts';
import { openLink, usualTimeouts } from '../../api/sources/links/openLink.ts';
import { type NameServer, startNameServer } from '../support/nameServer.ts';
import { startWebsite, type Website } from '../support/website.ts';

/** Counts who comes to a port of this machine that nobody may be sent to. */
let canary: Server;
let port: number;
let connections = 0;
let site: Website;
let names: NameServer;
let doors: Doors;

beforeAll(async () => {
  canary = createServer((_, answer) => void answer.end('secret'));
  canary.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
  ({ port } = canary.address() as AddressInfo);
  site = await startWebsite();
  names = await startNameServer({
    'rebinding.example': [['192.0.43.8'], ['127.0.0.1']],
    'inside.example': [['127.0.0.1']],
    'both.example': [['192.0.43.8', '10.0.0.1']],
    'nowhere.example': [[]],
    'named.example': [['127.0.0.1']],
  });
  doors = createDoors({ hosts: [site.host, `named.example:${site.port}`], ports: [port], resolve: names.resolve });
});

afterAll(async () => {
  canary.close();
  canary.closeAllConnections();
  await Promise.all([site.close(), names.close()]);
});

const timeouts = { ...usualTimeouts, headMs: 1500 };
const ask = async (text: string) => {
  const { body } = await openLink(doors.read(text), { doors, timeouts, signal: AbortSignal.timeout(10_000) });
  body.destroy();
};

/** Ways to write this machine's address, its network's, or nobody's; `*` is the canary's port. */
const hostile = [
  ...['http://127.0.0.1:*/', 'http://127.0.0.1.:*/', 'http://127.1:*/', 'http://127.0.1:*/', 'http://2130706433:*/'],
  ...['http://0x7f000001:*/', 'http://0x7f.0.0.1:*/', 'http://0177.0.0.1:*/', 'http://017700000001:*/'],
  ...['http://0:*/', 'http://0.0.0.0:*/', 'http://127.255.255.254:*/', 'https://127.0.0.1:*/', 'http://127.0.0.1/'],
  ...['http://[::]:*/', 'http://[::1]:*/', 'http://[0:0:0:0:0:0:0:1]:*/', 'http://[::ffff:127.0.0.1]:*/'],
  ...['http://[::ffff:7f00:1]:*/', 'http://[::127.0.0.1]:*/', 'http://[::ffff:0:127.0.0.1]:*/'],
  ...['http://[64:ff9b::7f00:1]:*/', 'http://[64:ff9b:1::7f00:1]:*/', 'http://[2002:7f00:1::]:*/'],
  ...['http://[2001:0:7f00:1::]:*/', 'http://[fe80::1]:*/', 'http://[fec0::1]:*/', 'http://[fd00::1]:*/'],
  ...['http://[ff02::1]:*/', 'http://[100::1]:*/', 'http://[2001:db8::1]:*/', 'http://[3fff::1]:*/'],
  ...['http://[5f00::1]:*/', 'http://[4000::1]:*/', 'http://10.0.0.1:*/', 'http://172.31.255.255:*/'],
  ...['http://192.168.0.1:*/', 'http://169.254.169.254/latest/meta-data/', 'http://100.64.0.1:*/'],
  ...['http://192.0.2.1:*/', 'http://198.18.0.1:*/', 'http://203.0.113.1:*/', 'http://224.0.0.1:*/'],
  ...['http://255.255.255.255:*/', 'http://240.0.0.1:*/', 'http://localhost:*/', 'http://LOCALHOST.:*/'],
  ...['http://a.localhost:*/', 'http://printer.local:*/', 'http://router.lan/', 'http://metadata.google.internal/'],
  ...['http://intranet/', 'http://①②⑦.⓪.⓪.①:*/', 'http://１２７.０.０.１:*/', 'http://127。0。0。1:*/'],
  ...['http://user:word@127.0.0.1:*/', 'http://example.org@127.0.0.1:*/', 'http://example.org:80@127.0.0.1:*/'],
  ...['http://127.0.0.1:*#@example.org/', 'http://127.0.0.1:*\\@example.org/', 'http:127.0.0.1:*', '//127.0.0.1:*/'],
  ...['http:///127.0.0.1:*/', 'http://127.0.0.1%2e:*/', 'http://%31%32%37.0.0.1:*/', 'http://127.0.0.1\t:*/'],
  ...['http://example.org:22/', 'http://example.org:8080/', 'http://example.org:65536/', 'ftp://127.0.0.1:*/'],
  ...['file:///etc/passwd', 'gopher://127.0.0.1:*/', 'data:text/plain,a', 'javascript:1', 'unix:/run/docker.sock'],
  ...['http://[::1%25lo]:*/', 'http://inside.example:*/', 'http://INSIDE.example.:*/', 'http://both.example:*/'],
  ...['http://nowhere.example:*/', `http://example.org/${'a'.repeat(2000)}`, '', 'http://'],
];

describe('a link', () => {
  it('leads to no address that is not public, however it is written', async () => {
    expect(hostile.length).toBeGreaterThan(60);
    const outcomes = await Promise.all(
      hostile.map((text) =>
        ask(text.replace('*', String(port))).then(
          () => 'answered',
          (error: Error) => `${error.name}: ${error.message}`,
        ),
      ),
    );
    const wrong = hostile.filter(
      (_, index) => !/^LinkRefused: (There is no public|Only public)/.test(outcomes[index] ?? ''),
    );
    expect(wrong.map((text) => `${text}: ${outcomes[hostile.indexOf(text)]}`)).toEqual([]);
    expect(connections).toBe(0);
  });

  it('leads to no public name that turns out to be this machine when it is asked for again', async () => {
    const url = `http://rebinding.example:${port}/`;
    // Nobody may answer at the public address here; what matters is who is asked.
    await ask(url).catch(() => undefined);
    await expect(ask(url)).rejects.toThrow('There is no public website at this address.');
    expect(connections).toBe(0);
  });

  it('whose name server says nothing holds up nobody else, however many there are', async () => {
    let ended = 0;
    const asked = Array.from({ length: 24 }, (_, index) =>
      ask(`http://silent${index}.example:${port}/`).catch((error: Error) => {
        ended += 1;
        return error.message;
      }),
    );
    // Files are read by the few threads that would otherwise wait.
    await Promise.all(Array.from({ length: 8 }, () => stat('README.md')));
    expect(ended).toBe(0);
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['There is no public website at this address.']));
  });

  it('leads nowhere else by a redirect', async () => {
    const inner = [`http://127.0.0.1:${port}/`, `//localhost:${port}/`, `http://inside.example:${port}/`];
    for (const to of [...inner, `http://[::1]:${port}/`, 'file:///etc/passwd', `http://u:p@${site.host}/`]) {
      site.redirect('/away', to);
      await expect(ask(`${site.origin}/away`), to).rejects.toThrow(/public/);
    }
    expect(connections).toBe(0);
  });

  it('is followed three times, and no further', async () => {
    site.file('/end', Buffer.from('end'), 'text/plain');
    site.redirect('/1', '/end');
    site.redirect('/2', '/1');
    site.redirect('/3', `http://named.example:${site.port}/2`);
    site.redirect('/4', '/3');
    site.redirect('/loop', '/loop');
    await ask(`${site.origin}/3`);
    await expect(ask(`${site.origin}/4`)).rejects.toThrow('leads on to too many others');
    site.asked.length = 0;
    await expect(ask(`${site.origin}/loop`)).rejects.toThrow('leads on to too many others');
    expect(site.asked).toHaveLength(4);
  });

  it('may lead to a host that the operator named, at its port alone', async () => {
    site.file('/', Buffer.from('here'), 'text/plain');
    await ask(`http://named.example:${site.port}/`);
    await expect(ask('http://named.example/')).rejects.toThrow('no public website');
    expect(() => createDoors({ hosts: ['a b'] })).toThrow('"a b" is no host');
    expect(() => createDoors({ hosts: ['http://a'] })).toThrow('is no host');
  });
});

describe('an address', () => {
  it.each(['8.8.8.8', '192.0.43.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(isGlobalAddress(address)).toBe(true);
    },
  );

  it.each(['', 'example.org', '127.0.0.1 ', '::ffff:8.8.8.8', '2002:808:808::', '64:ff9b::808:808'])(
    '%j is not',
    (address) => {
      expect(isGlobalAddress(address)).toBe(false);
    },
  );
});
