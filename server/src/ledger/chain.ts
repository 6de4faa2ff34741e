import { createHash } from 'node:crypto'
import type { AuditEntry, Contra } from './types.ts'

/*
 * Each row's hash covers its content and the hash of the row before it, so nothing can be changed, left out or put in
 * between without every later hash showing it. The texts below are written the same way in SQL (see invariants.ts).
 */

export type PostingContent = {
  accountId: string
  number: bigint
  entryId: string
  transactionId: string
  contra: Contra
  amount: bigint
  balanceAfter: bigint
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
    posting.amount,
    posting.balanceAfter,
    posting.valueAt.getTime(),
    posting.bookedAt.getTime(),
  ])

export type WrittenAct = Omit<AuditEntry, 'before' | 'after'> & {
  chainId: string
  number: bigint
  before: string
  after: string
}

export const linkAct = (head: Buffer, act: WrittenAct): Buffer =>
  link(head, [
    act.chainId,
    act.number,
    act.id,
    act.actorId,
    act.subjectId ?? '',
    act.action,
    act.before,
    act.after,
    act.requestId,
    act.at.getTime(),
  ])
