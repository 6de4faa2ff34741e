import ipaddr from 'ipaddr.js'

/**
 * What is counted as one address. A provider gives each IPv6 customer at least a /64, so its 2^64 addresses count as one.
 * IPv4 addresses mapped to IPv6 (a socket that listens on both) count as the IPv4 address.
 */
export function clientNetwork(address: string): string {
  const plain = plainAddress(address)
  // The zone names an interface of this machine, not a client.
  const [withoutZone = ''] = plain.split('%')
  if (!ipaddr.IPv6.isValid(withoutZone)) return plain
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`)}/64`
}

/** As people know it: an IPv4 address is shown without its mapping to IPv6. */
export function plainAddress(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : address
}
