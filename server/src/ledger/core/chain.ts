import { type PostingContent as Posting, postingText } from '#contract/documents/chain.ts'
import { sha256 } from '../../platform/runtime/digests.ts'
import type { AuditEntry, ContraAccount } from '../types.ts'

/*
 * Each row's hash covers its content and the hash of the row before it, so a row can't be changed, removed or inserted
 * without breaking every later hash. The text of a posting is in the contract, because its owner verifies it; invariants.ts
 * builds the same texts in SQL.
 */

export type PostingContent = Omit<Posting, 'contra'> & { contra: ContraAccount }

export const hashAfter = (head: Buffer, text: string): Buffer => sha256(Buffer.concat([head, Buffer.from(text)]))

export const linkPosting = (head: Buffer, posting: PostingContent): Buffer => hashAfter(head, postingText(posting))

export type AuditContent = Omit<AuditEntry, 'before' | 'after'> & {
  chainId: string
  number: bigint
  before: string
  after: string
}

export const linkAuditEntry = (head: Buffer, entry: AuditContent): Buffer =>
  hashAfter(
    head,
    [
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
    ].join('\n'),
  )
