import { createHash } from 'node:crypto'
import type { AuditEntry, ContraAccount } from './types.ts'

/*
 * Each row's hash covers its content and the hash of the row before it, so a row can't be changed, removed or inserted
 * without breaking every later hash. invariants.ts builds the same texts in SQL.
 */

export type PostingContent = {
  accountId: string
  number: bigint
  entryId: string
  transactionId: string
  contra: ContraAccount
  amountCents: bigint
  balanceAfterCents: bigint
  valueAt: Date
  bookedAt: Date
}

const link = (head: Buffer, parts: readonly (string | bigint | number)[]): Buffer =>
  createHash('sha256').update(head).update(parts.join('\n'), 'utf8').digest()

export const linkPosting = (head: Buffer, posting: PostingContent): Buffer =>
  link(head, [
    posting.accountId,
    posting.number,
    posting.entryId,
    posting.transactionId,
    posting.contra,
    posting.amountCents,
    posting.balanceAfterCents,
    posting.valueAt.getTime(),
    posting.bookedAt.getTime(),
  ])

export type AuditContent = Omit<AuditEntry, 'before' | 'after'> & {
  chainId: string
  number: bigint
  before: string
  after: string
}

export const linkAuditEntry = (head: Buffer, entry: AuditContent): Buffer =>
  link(head, [
    entry.chainId,
    entry.number,
    entry.id,
    entry.actorId,
    entry.subjectId ?? '',
    entry.action,
    entry.before,
    entry.after,
    entry.requestId,
    entry.at.getTime(),
  ])
