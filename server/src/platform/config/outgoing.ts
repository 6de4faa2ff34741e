import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { ConfigError, type Environment, given, throwInvalidVariable } from './read-variable.ts'

const HOST_NAME = /^(?=.*[a-z])[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/

/** Where requests of the bank may go besides public https addresses. */
export function allowedHosts(env: Environment, name: 'WEBHOOK_ALLOW' | 'PUSH_ALLOW'): string[] {
  const value = given(env, name)
  if (value === null) return []
  const entries = value.split(',').map((entry) => entry.trim().toLowerCase())
  for (const entry of entries)
    if (!isAddressOrNetwork(entry) && !HOST_NAME.test(entry))
      throwInvalidVariable(
        name,
        'a comma-separated list of host names, IP addresses or networks such as 10.0.0.0/8',
        entry,
      )
  return entries
}

export function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** What other tools call the private VAPID key: the number of the curve P-256, in base64url. */
export function vapidPrivateKey(env: Environment): string | null {
  const value = given(env, 'VAPID_PRIVATE_KEY')
  if (value !== null && !isPrivateKey(value))
    throw new ConfigError('VAPID_PRIVATE_KEY must be a private key of the curve P-256: 43 characters in base64url.')
  return value
}

function isPrivateKey(value: string): boolean {
  if (!/^[A-Za-z0-9_-]{43}$/.test(value)) return false
  try {
    createECDH('prime256v1').setPrivateKey(value, 'base64url')
    return true
  } catch {
    return false
  }
}
