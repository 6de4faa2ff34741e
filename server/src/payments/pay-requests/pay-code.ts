import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse as idToBytes, stringify as toId } from 'uuid'
import type { RequestedPayment } from '../../ledger/pay-request.ts'
import { acceptedKeys, keyInUse, type RotatingKey } from '../../platform/crypto/rotating-key.ts'

/** The request itself, as codes of version 1 carried it. `amountCents` is null where the payer chooses it. */
export type PayRequestContent = { accountId: string; amountCents: bigint | null; reference: string }

const CARRIED = 1
const KEPT = 2
const AMOUNT_BYTES = 6
const ID_BYTES = 16
const HEAD_BYTES = 1 + AMOUNT_BYTES + ID_BYTES
const MAC_BYTES = 16
const CODE = /^[A-Za-z0-9_-]+$/

/** Version and id of a kept request, signed: who has seen one code can't find another, and a wrong one reads nothing. */
export const encodePayRequest = (key: RotatingKey, requestId: string): string =>
  signed(key, Buffer.concat([Buffer.of(KEPT), idToBytes(requestId)]))

const signed = (key: RotatingKey, content: Buffer) =>
  Buffer.concat([content, macOf(keyInUse(key), content)]).toString('base64url')

/** Null for whatever this bank has not signed: altered codes, other schemes, addresses. */
export function decodePayRequest(
  key: RotatingKey,
  code: string,
): Extract<RequestedPayment, { requestId: string }> | PayRequestContent | null {
  if (!CODE.test(code)) return null
  const bytes = Buffer.from(code, 'base64url')
  // Several spellings decode to the same bytes: only the one that was given out is valid.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== code) return null
  const content = bytes.subarray(0, -MAC_BYTES)
  const mac = bytes.subarray(-MAC_BYTES)
  if (!acceptedKeys(key).some((one) => timingSafeEqual(mac, macOf(one, content)))) return null
  if (content[0] === KEPT && content.length === 1 + ID_BYTES) return { requestId: toId(content.subarray(1)) }
  return content[0] === CARRIED && content.length >= HEAD_BYTES ? toContent(content) : null
}

/** Version, amount, account and reference. */
function toContent(content: Buffer): PayRequestContent {
  const cents = BigInt(content.readUIntBE(1, AMOUNT_BYTES))
  return {
    accountId: toId(content.subarray(1 + AMOUNT_BYTES, HEAD_BYTES)),
    amountCents: cents === 0n ? null : cents,
    reference: content.subarray(HEAD_BYTES).toString('utf8'),
  }
}

const macOf = (key: Buffer, content: Buffer) =>
  createHmac('sha256', key).update(content).digest().subarray(0, MAC_BYTES)
