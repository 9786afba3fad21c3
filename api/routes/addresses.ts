import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether an address belongs to a set. */
export type IsOneOf = (address: string) => boolean;

const loopback = listOf(['127.0.0.0/8', '::1']);

/** Whether an address is a loopback address. */
export const isThisMachine: IsOneOf = (address) => isIn(loopback, address);

/**
 * Returns a test for trusted proxies: those on this machine, and the named ones.
 * @param named addresses and ranges such as "172.18.0.0/16". @throws Error if one is invalid.
 */
export function proxiesOf(named: readonly string[] = []): IsOneOf {
  const list = listOf(named);
  return (address) => isThisMachine(address) || isIn(list, address);
}

/**
 * Returns the client that rate limits count: an IPv4 address, or the /64 network of an IPv6 address, which a household
 * has to itself.
 */
export function clientOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  // The last two groups may be written as an IPv4 address.
  const written = (front?.length ?? 0) + (back?.length ?? 0) + (plain.includes('.') ? 1 : 0);
  const groups = [...(front ?? []), ...Array.from({ length: 8 - written }, () => '0'), ...(back ?? [])];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits, ...more] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    const size = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (isIP(address) === 0 || size < 0 || size > most || more.length > 0)
      throw new Error(`"${range}" is no address of a proxy, such as 10.0.0.2 or 172.18.0.0/16.`);
    list.addSubnet(address, size, family);
  }
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** Converts an IPv4-mapped IPv6 address to IPv4, and removes a zone such as "%eth0". */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}
