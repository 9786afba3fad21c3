import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgressRules, type EgressRules } from '../../../api/sources/links/egressRules.ts';
import { isGlobalAddress } from '../../../api/sources/links/globalAddress.ts';
import { openLink, usualTimeouts } from '../../../api/sources/links/openLink.ts';
import { type NameServer, startNameServer } from '../../support/nameServer.ts';
import { startWebsite, type Website } from '../../support/website.ts';

/** Counts connections to a local port that links must never reach. */
let canary: Server;
let port: number;
let connections = 0;
let site: Website;
let names: NameServer;
let doors: EgressRules;

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
  doors = createEgressRules({
    hosts: [site.host, `named.example:${site.port}`],
    ports: [port],
    resolve: names.resolve,
  });
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

/** Notations of local, private and invalid addresses; `*` is the canary's port. */
const hostile = [
  ...['http://127.0.0.1:*/', 'http://127.0.0.1.:*/', 'http://127.1:*/', 'http://127.0.1:*/', 'http://2130706433:*/'],
  ...['http://0x7f000001:*/', 'http://0x7f.0.0.1:*/', 'http://0177.0.0.1:*/', 'http://017700000001:*/'],
  ...['http://0:*/', 'http://0.0.0.0:*/', 'http://127.255.255.254:*/', 'https://127.0.0.1:*/', 'http://127.0.0.1/'],
  ...['http://[::]:*/', 'http://[::1]:*/', 'http://[0:0:0:0:0:0:0:1]:*/', 'http://[::ffff:127.0.0.1]:*/'],
  ...['http://[::ffff:7f00:1]:*/', 'http://[::127.0.0.1]:*/', 'http://[::ffff:0:127.0.0.1]:*/'],
  ...['http://[64:ff9b::7f00:1]:*/', 'http://[64:ff9b:1::7f00:1]:*/', 'http://[2002:7f00:1::]:*/'],
  ...['http://[2001:0:7f00:1::]:*/', 'http://[fe80::1]:*/', 'http://[fec0::1]:*/', 'http://[fd00::1]:*/'],
  ...['http://[ff02::1]:*/', 'http://[100::1]:*/', 'http://[2001:db8::1]:*/', 'http://[3fff::1]:*/'],
  ...['http://168.63.129.16/', 'http://[::ffff:168.63.129.16]/', 'http://[2a00:1450::5efe:7f00:1]:*/'],
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
  it('reaches no address that is not public, however it is written', async () => {
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
      (_, index) => !/^ServiceError: (There is no public|Use a public)/.test(outcomes[index] ?? ''),
    );
    expect(wrong.map((text) => `${text}: ${outcomes[hostile.indexOf(text)]}`)).toEqual([]);
    expect(connections).toBe(0);
  });

  it('is rejected if a public name resolves to this machine on the next query', async () => {
    const url = `http://rebinding.example:${port}/`;
    // The public address may not answer here; only the resolved address matters.
    await ask(url).catch(() => undefined);
    await expect(ask(url)).rejects.toThrow('There is no public website at this address.');
    expect(connections).toBe(0);
  });

  it('to a silent DNS server does not delay other work', async () => {
    let ended = 0;
    const asked = Array.from({ length: 24 }, (_, index) =>
      ask(`http://silent${index}.example:${port}/`).catch((error: Error) => {
        ended += 1;
        return error.message;
      }),
    );
    // Reading files uses the small thread pool that DNS lookups could otherwise block.
    await Promise.all(Array.from({ length: 8 }, () => stat('README.md')));
    expect(ended).toBe(0);
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['There is no public website at this address.']));
  });

  it('cannot reach a forbidden address by a redirect', async () => {
    const inner = [`http://127.0.0.1:${port}/`, `//localhost:${port}/`, `http://inside.example:${port}/`];
    for (const to of [...inner, `http://[::1]:${port}/`, 'file:///etc/passwd', `http://u:p@${site.host}/`]) {
      site.redirect('/away', to);
      await expect(ask(`${site.origin}/away`), to).rejects.toThrow(/public/);
    }
    expect(connections).toBe(0);
  });

  it('follows three redirects and no more', async () => {
    site.file('/end', Buffer.from('end'), 'text/plain');
    site.redirect('/1', '/end');
    site.redirect('/2', '/1');
    site.redirect('/3', `http://named.example:${site.port}/2`);
    site.redirect('/4', '/3');
    site.redirect('/loop', '/loop');
    await ask(`${site.origin}/3`);
    await expect(ask(`${site.origin}/4`)).rejects.toThrow('redirects too many times');
    site.asked.length = 0;
    await expect(ask(`${site.origin}/loop`)).rejects.toThrow('redirects too many times');
    expect(site.asked).toHaveLength(4);
  });

  it('may lead to a host that the operator configured, only at its port', async () => {
    site.file('/', Buffer.from('here'), 'text/plain');
    await ask(`http://named.example:${site.port}/`);
    await expect(ask('http://named.example/')).rejects.toThrow('no public website');
    expect(() => createEgressRules({ hosts: ['a b'] })).toThrow('"a b" is not a host');
    expect(() => createEgressRules({ hosts: ['http://a'] })).toThrow('is not a host');
  });
});

/**
 * All blocks of the IANA IPv4 Special-Purpose Address Registry (https://www.iana.org/assignments/iana-ipv4-special-registry),
 * and multicast (https://www.iana.org/assignments/multicast-addresses). Some are globally reachable, but no website is there.
 */
const ipv4Registry = [
  ...['0.0.0.0/8', '0.0.0.0/32', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32', '192.0.0.10/32', '192.0.0.170/32'],
  ...['192.0.0.171/32', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.88.99.2/32'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4'],
  ...['255.255.255.255/32', '224.0.0.0/4'],
];

/**
 * All blocks of the IANA IPv6 Special-Purpose Address Registry as of 2025-10-09
 * (https://www.iana.org/assignments/iana-ipv6-special-registry), multicast, and what RFC 3879 and 4291 have deprecated.
 */
const ipv6Registry = [
  ...['::1/128', '::/128', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64'],
  ...['2001::/23', '2001::/32', '2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:2::/48', '2001:3::/32'],
  ...['2001:4:112::/48', '2001:10::/28', '2001:20::/28', '2001:30::/28', '2001:db8::/32', '2002::/16'],
  ...['2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'ff00::/8', 'fec0::/10', '::/96'],
];

/** Addresses of cloud metadata and management services. */
const clouds = [
  ...['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', '169.254.170.2', '169.254.42.42'],
  ...['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fd00:c1::a9fe:a9fe', '161.26.0.10', '166.9.0.1', '199.36.153.8'],
];

/** The address as a number. */
function numberOf(address: string): bigint {
  const { parts, octets } = ipaddr.parse(address) as unknown as { parts?: number[]; octets?: number[] };
  const digits = parts ?? octets ?? [];
  return digits.reduce((sum, digit) => (sum << (parts ? 16n : 8n)) | BigInt(digit), 0n);
}

function addressOf(number: bigint, bits: number): string {
  const bytes = Array.from({ length: bits / 8 }, (_, index) => Number((number >> BigInt(bits - 8 - index * 8)) & 255n));
  return ipaddr.fromByteArray(bytes).toString();
}

/** The first, last and middle address of a block. */
function samplesOf(block: string): string[] {
  const [first = '', length] = block.split('/');
  const bits = first.includes(':') ? 128 : 32;
  const size = 1n << BigInt(bits - Number(length));
  const start = numberOf(first);
  return [start, start + size / 2n, start + size - 1n].map((number) => addressOf(number, bits));
}

/** The ways to embed an IPv4 address in an IPv6 address. */
function carriersOf(ipv4: string): string[] {
  const number = numberOf(ipv4);
  const [hex, inverted] = [number, number ^ 0xffffffffn].map((value) => {
    const digits = value.toString(16).padStart(8, '0');
    return `${digits.slice(0, 4)}:${digits.slice(4)}`;
  });
  return [
    ...[`::ffff:${ipv4}`, `::${ipv4}`, `::ffff:0:${hex}`, `64:ff9b::${hex}`, `64:ff9b:1::${hex}`, `2002:${hex}::1`],
    // Teredo stores its client's address inverted and its server's address plain.
    ...[`2001:0:4136:e378:8000:63bf:${inverted}`, `2001:0:${hex}:8000:63bf:3fff:fdd2`],
    ...[`2a00:1450:4001:80b:0:5efe:${hex}`, `2a00:1450:4001:80b:200:5efe:${hex}`, `fe80::5efe:${hex}`],
  ];
}

describe('an address', () => {
  it.each(['8.8.8.8', '192.0.43.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(isGlobalAddress(address)).toBe(true);
    },
  );

  it.each(['', 'example.org', '127.0.0.1 ', '0x8.8.8.8', '134744072', '8.8', '2606:4700::1111%1'])(
    '%j is not public',
    (address) => {
      expect(isGlobalAddress(address)).toBe(false);
    },
  );

  it('in a special-purpose or cloud block, or one that embeds another address, is not public', () => {
    const special = [...ipv4Registry, ...ipv6Registry].flatMap(samplesOf).concat(clouds);
    const plain = ['8.8.8.8', '192.0.43.8'];
    const carried = [...special.filter((address) => !address.includes(':')), ...plain].flatMap(carriersOf);
    expect([...special, ...carried].filter(isGlobalAddress)).toEqual([]);
    expect(new Set(carried).size).toBeGreaterThan(500);
  });

  it('next to a special-purpose block is public, unless it is in another block', () => {
    const isSpecial = (address: string, blocks: readonly string[]) =>
      blocks.some((block) => {
        const [first, , last] = samplesOf(block).map(numberOf);
        return numberOf(address) >= (first ?? 0n) && numberOf(address) <= (last ?? 0n);
      });
    const around = (block: string, bits: number) => {
      const [first, , last] = samplesOf(block).map(numberOf);
      const places = [(first ?? 0n) - 1n, (last ?? 0n) + 1n];
      return places.filter((place) => place > 0n && place < 1n << BigInt(bits)).map((place) => addressOf(place, bits));
    };
    const beside = ipv4Registry.flatMap((block) => around(block, 32)).filter((one) => !isSpecial(one, ipv4Registry));
    const global = ipv6Registry
      .flatMap((block) => around(block, 128))
      .filter((one) => isSpecial(one, ['2000::/3']) && !isSpecial(one, ipv6Registry));
    expect([...beside, ...global].filter((address) => !isGlobalAddress(address))).toEqual([]);
    expect([beside.length, global.length].every((count) => count > 4)).toBe(true);
  });
});
