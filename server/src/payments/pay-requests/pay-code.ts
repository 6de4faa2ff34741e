import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse as idToBytes, stringify as toId } from 'uuid'
import { acceptedKeys, keyInUse, type RotatingKey } from '../../platform/crypto/rotating-key.ts'

/** `amountCents` is null where the payer chooses it. */
export type PayRequestContent = { accountId: string; amountCents: bigint | null; reference: string }

const VERSION = 1
const AMOUNT_BYTES = 6
const ID_BYTES = 16
const HEAD_BYTES = 1 + AMOUNT_BYTES + ID_BYTES
const MAC_BYTES = 16
const CODE = /^[A-Za-z0-9_-]+$/

/** Version, amount, account and reference, signed: the code itself is the request, and nothing is stored. */
export function encodePayRequest(key: RotatingKey, { accountId, amountCents, reference }: PayRequestContent): string {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(VERSION)
  head.writeUIntBE(Number(amountCents ?? 0n), 1, AMOUNT_BYTES)
  head.set(idToBytes(accountId), 1 + AMOUNT_BYTES)
  const content = Buffer.concat([head, Buffer.from(reference, 'utf8')])
  return Buffer.concat([content, macOf(keyInUse(key), content)]).toString('base64url')
}

/** Null for whatever this bank has not signed: altered codes, other schemes, addresses. */
export function decodePayRequest(key: RotatingKey, code: string): PayRequestContent | null {
  if (!CODE.test(code)) return null
  const bytes = Buffer.from(code, 'base64url')
  // Several spellings decode to the same bytes: only the one that was given out is valid.
  if (bytes.length < HEAD_BYTES + MAC_BYTES || bytes.toString('base64url') !== code) return null
  const content = bytes.subarray(0, -MAC_BYTES)
  const mac = bytes.subarray(-MAC_BYTES)
  const isSigned = acceptedKeys(key).some((one) => timingSafeEqual(mac, macOf(one, content)))
  if (!isSigned || content[0] !== VERSION) return null
  const cents = BigInt(content.readUIntBE(1, AMOUNT_BYTES))
  return {
    accountId: toId(content.subarray(1 + AMOUNT_BYTES, HEAD_BYTES)),
    amountCents: cents === 0n ? null : cents,
    reference: content.subarray(HEAD_BYTES).toString('utf8'),
  }
}

const macOf = (key: Buffer, content: Buffer) =>
  createHmac('sha256', key).update(content).digest().subarray(0, MAC_BYTES)
