import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What WEBHOOK_ALLOW names: host names, IP addresses and networks such as 10.0.0.0/8. */
export type AllowedHosts = readonly string[]

type Rules = { webhookAllow: AllowedHosts; demo: boolean }

/** Why a webhook may not be sent to an address, or null. Names are not resolved here: see `addressProblem`. */
export function urlProblem(text: string, { webhookAllow, demo }: Rules): string | null {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'not an http address'
  if (url.username !== '' || url.password !== '') return 'user name or password in the address'
  const host = hostOf(url)
  const isNamed = namesHost(webhookAllow, host)
  if (isPrivateName(host) && !isNamed && !isLoopbackAllowed(host, webhookAllow)) return 'not a public name'
  if (isIP(host) !== 0) {
    const problem = addressProblem(host, webhookAllow)
    if (problem) return problem
  }
  const isNamedAddress = isIP(host) !== 0 && isInNetworks(host, webhookAllow)
  if (url.protocol === 'http:' && !demo && !isNamed && !isNamedAddress) return 'not https'
  return null
}

/** Of a URL: without the brackets of IPv6, and without the dot that ends a full name. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '')

export const namesHost = (allowed: AllowedHosts, host: string): boolean => allowed.includes(host.toLowerCase())

/** Names that never belong to the internet (RFC 6761, RFC 6762, RFC 8375, and `internal`, which clouds use for metadata). */
const isPrivateName = (host: string) => /(^|\.)(localhost|local|internal|home\.arpa)$/i.test(host)

const isLoopbackAllowed = (host: string, allowed: AllowedHosts) =>
  /(^|\.)localhost$/i.test(host) && ['127.0.0.1', '::1'].some((address) => isInNetworks(address, allowed))

/**
 * Public by number, but answered within a cloud: Azure's WireServer, which hands out a machine's configuration. The metadata
 * addresses of the other clouds are in reserved ranges.
 */
const CLOUD_ADDRESSES: readonly string[] = ['168.63.129.16']

/** All that is assigned to the internet. Outside of it are forms such as ::127.0.0.1, which the library does not know. */
const GLOBAL_IPV6 = ipaddr.IPv6.parse('2000::')

/** Only public addresses; `unicast` excludes every range that the registries reserve, mapped and translated IPv4 included. */
export function addressProblem(address: string, allowed: AllowedHosts): string | null {
  if (isInNetworks(address, allowed)) return null
  if (!ipaddr.isValid(address)) return 'not an IP address'
  const parsed = ipaddr.process(address)
  if (CLOUD_ADDRESSES.includes(parsed.toString())) return 'not a public address (cloud)'
  const range = parsed.range()
  if (range !== 'unicast') return `not a public address (${range})`
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6, 3) ? 'not a public address' : null
}

function isInNetworks(address: string, allowed: AllowedHosts): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return allowed.some((entry) => {
    const [network = '', bits] = entry.split('/')
    if (!ipaddr.isValid(network)) return false
    const base = ipaddr.process(network)
    if (base.kind() !== parsed.kind()) return false
    const length = bits === undefined ? (base.kind() === 'ipv4' ? 32 : 128) : Number(bits)
    return parsed.match([base, length] as never)
  })
}
