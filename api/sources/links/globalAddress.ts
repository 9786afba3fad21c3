import ipaddr from 'ipaddr.js';

/**
 * Whether an address belongs to the public internet: not to this machine, its networks, a carrier's, a tunnel that carries
 * other addresses (mapped, 6to4, NAT64, Teredo), or to nobody. @param address as a name server gives it; what is no address is not.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 is given out; the library calls the rest unicast too.
  return parsed.kind() === 'ipv4' || ((parsed as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}
