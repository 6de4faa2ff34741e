/*
 * The texts that the bank hashes: postings, sealed heads and seals. The ledger writes by them, and anyone who holds a proof
 * verifies by them. Pages load this file, so it has no schemas.
 */

/** The head of a chain without links, and what comes before the first seal: 32 zero bytes in hex. */
export const NO_HASH = '0'.repeat(64)

/** As in RFC 6962: a leaf can't be passed off as a node, nor a node as a leaf. */
export const LEAF_PREFIX = 0
export const NODE_PREFIX = 1

/** Leaves of one stored subtree. A power of two, so that the subtrees are nodes of the whole tree. */
export const LEAVES_PER_GROUP = 1024

export type PostingContent = {
  accountId: string
  number: bigint
  entryId: string
  transactionId: string
  contra: string
  amountCents: bigint
  balanceAfterCents: bigint
  valueAt: Date
  bookedAt: Date
}

/** A posting's hash is SHA-256 over the hash of the posting before it and this text. */
export const postingText = (posting: PostingContent): string =>
  [
    posting.accountId,
    posting.number,
    posting.entryId,
    posting.transactionId,
    posting.contra,
    posting.amountCents,
    posting.balanceAfterCents,
    posting.valueAt.getTime(),
    posting.bookedAt.getTime(),
  ].join('\n')

/** Hashed before it enters the leaf: a proof must not tell how often staff acted on the account. */
export const auditHeadText = (number: bigint, headHex: string): string => `audit\n${number}\n${headHex}`

export type LeafContent = { accountId: string; postingNumber: bigint; postingHead: string; auditHash: string }

/** A leaf's hash is SHA-256 over the leaf prefix and this text. */
export const leafText = ({ accountId, postingNumber, postingHead, auditHash }: LeafContent): string =>
  [accountId, postingNumber, postingHead, auditHash].join('\n')

export type SealContent = { number: bigint; at: Date; root: string; leaves: bigint }

/** A seal's hash is SHA-256 over the hash of the seal before it and this text. */
export const sealText = ({ number, at, root, leaves }: SealContent): string =>
  ['openteller seal 2', number, at.getTime(), root, leaves].join('\n')
