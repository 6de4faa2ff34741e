import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ApiKeyScope } from '#contract/api-key-scopes.ts'
import { hashToken, type Session } from './session.ts'

/** A request by key. Role and status are its owner's at the time of the call. */
export type ApiKey = Pick<Session, 'id' | 'personId' | 'role' | 'status' | 'mustEnrol' | 'staffOnly'> & {
  kind: 'api_key'
  name: string
  scopes: readonly ApiKeyScope[]
}

/** Who makes a call to an endpoint that is open to keys. */
export type Caller = Session | ApiKey

/** The prefix by which secret scanners recognise a key. */
const PREFIX = 'otk_'
const SECRET_BYTES = 28
const SECRET_LENGTH = 38
const CHECKSUM_LENGTH = 6
const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)
const START_LENGTH = PREFIX.length + 4

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function toBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text
  return text.padStart(length, DIGITS.charAt(0))
}

const checksumOf = (text: string) => toBase62(BigInt(crc32(text)), CHECKSUM_LENGTH)

/** 224 random bits and their CRC-32, as letters and digits: a scanner tells a key from other text without asking the bank. */
export function newApiKey(): string {
  const secret = PREFIX + toBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH)
  return secret + checksumOf(secret)
}

/** Whether a bearer token is a key, and not the token of a session, which is shorter. */
export const isApiKey = (token: string | null): token is string => token !== null && FORMAT.test(token)

/** A mistyped key is refused without asking the database. */
export const hasValidChecksum = (key: string): boolean =>
  checksumOf(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH)

/** SHA-256 without salt: the key has more entropy than can be guessed, and is looked up by its hash. */
export const hashApiKey = hashToken

export const startOf = (key: string): string => key.slice(0, START_LENGTH)

export const toScopes = (text: string): ApiKeyScope[] => text.split(' ') as ApiKeyScope[]
