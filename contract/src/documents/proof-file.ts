import { msg, type TextId } from '../text-id.ts'

/*
 * The proof of an account as JSON, and its strict reading. Every field is either hashed or follows from what is hashed, so none
 * can be altered unnoticed. Pages and the offline program load this file, so it has no schemas.
 */

export const PROOF_FORMAT = 'openteller proof 1'

export type ProofPosting = {
  number: number
  entryId: string
  transactionId: string
  contra: string
  amountCents: string
  balanceAfterCents: string
  valueAt: string
  bookedAt: string
  hash: string
}

export type ProofSealHeader = { number: number; at: string; root: string; leaves: number; hash: string }

export type ProofSeal = {
  postingNumber: number
  postingHead: string
  auditHash: string
  index: number
  path: string[]
  previousHash: string
  headers: ProofSealHeader[]
}

export type Proof = {
  format: typeof PROOF_FORMAT
  accountId: string
  balanceCents: string
  head: { number: number; hash: string }
  unsealed: number
  seal: ProofSeal | null
  postings: ProofPosting[]
}

type Numbers = Readonly<Record<string, number>>

/** What does not fit, in plain words, and the first posting that it is about. The message is in English, pages translate `text`. */
export class ProofError extends Error {
  readonly text: TextId
  readonly values: Numbers
  readonly posting: number | null

  constructor(text: TextId, values: Numbers = {}, posting: number | null = null) {
    super(text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])))
    this.text = text
    this.values = values
    this.posting = posting
  }
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HASH = /^[0-9a-f]{64}$/
const CENTS = /^(?:0|-?[1-9]\d{0,18})$/
const CONTRA = /^[a-z_]{1,40}$/
const MAX_PATH = 64

type Check = (value: unknown) => boolean
const isText =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
/** One spelling only: another one of the same time would not be hashed. */
const isTime: Check = (value) => {
  if (typeof value !== 'string') return false
  const time = new Date(value)
  return !Number.isNaN(time.getTime()) && time.toISOString() === value
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Exactly these fields: an added one would look as if it were proven. */
function hasFields(value: unknown, checks: Record<string, Check>): boolean {
  if (!isRecord(value)) return false
  const names = Object.keys(checks)
  return (
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name) && checks[name]?.(value[name]))
  )
}

const POSTING = {
  number: isCount,
  entryId: isText(ID),
  transactionId: isText(ID),
  contra: isText(CONTRA),
  amountCents: isText(CENTS),
  balanceAfterCents: isText(CENTS),
  valueAt: isTime,
  bookedAt: isTime,
  hash: isText(HASH),
}
const HEADER = { number: isCount, at: isTime, root: isText(HASH), leaves: isCount, hash: isText(HASH) }
const SEAL = {
  postingNumber: isCount,
  postingHead: isText(HASH),
  auditHash: isText(HASH),
  index: isCount,
  path: (path: unknown) => Array.isArray(path) && path.length <= MAX_PATH && path.every(isText(HASH)),
  previousHash: isText(HASH),
  headers: (headers: unknown) => Array.isArray(headers) && headers.length > 0,
}
const PROOF = {
  format: (value: unknown) => value === PROOF_FORMAT,
  accountId: isText(ID),
  balanceCents: isText(CENTS),
  head: (head: unknown) => hasFields(head, { number: isCount, hash: isText(HASH) }),
  unsealed: isCount,
  seal: (seal: unknown) => seal === null || isRecord(seal),
  postings: Array.isArray,
}

/** The shape only; `verifyProof` checks what it says. */
export function readProof(value: unknown): Proof {
  if (!isRecord(value) || value.format !== PROOF_FORMAT)
    throw new ProofError(msg('This is not a proof file of an account.'))
  if (!hasFields(value, PROOF)) throw new ProofError(msg('The file is incomplete or was altered.'))
  const proof = value as Proof
  proof.postings.forEach((posting, index) => {
    if (!hasFields(posting, POSTING))
      throw new ProofError(msg('Posting {number} is incomplete or was altered.'), { number: index + 1 }, index + 1)
  })
  if (proof.seal === null) return proof
  if (!hasFields(proof.seal, SEAL)) throw new ProofError(msg('The seal in the file is incomplete or was altered.'))
  if (!proof.seal.headers.every((header) => hasFields(header, HEADER)))
    throw new ProofError(msg('The list of seals in the file is incomplete or was altered.'))
  return proof
}
