import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses that look public but lead to internal services of a cloud, reachable from its machines only. */
const insideClouds = [
  // Azure: the agent of each virtual machine.
  '168.63.129.16/32',
  // IBM Cloud: private service endpoints.
  ...['161.26.0.0/16', '166.8.0.0/14'],
  // Google Cloud: private.googleapis.com and restricted.googleapis.com.
  ...['199.36.153.4/30', '199.36.153.8/30'],
].map((range) => ipaddr.IPv4.parseCIDR(range));

/**
 * Whether an address belongs to the public internet: not to this machine, its networks, a carrier, a cloud, or a tunnel
 * that embeds other addresses (mapped, 6to4, NAT64, Teredo, ISATAP). ipaddr.js has the list of special ranges.
 * @param address from a DNS answer; false for anything else.
 */
export function isGlobalAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6
    ? isGlobalIpv6(parsed)
    : !insideClouds.some((range) => (parsed as ipaddr.IPv4).match(range));
}

function isGlobalIpv6(address: ipaddr.IPv6): boolean {
  const { parts, zoneId } = address;
  // Only 2000::/3 is allocated in IPv6; the library reports the rest as unicast too.
  const isAllocated = (parts[0] ?? 0) >> 13 === 1;
  // The last four bytes are an IPv4 address; the bit tells whether it is globally unique.
  const isIsatap = ((parts[4] ?? 0) & ~0x0200) === 0 && parts[5] === 0x5efe;
  return isAllocated && !isIsatap && zoneId === undefined;
}
