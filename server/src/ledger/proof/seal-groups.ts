import { hash } from 'node:crypto'
import { auditHeadText, LEAVES_PER_GROUP, type LeafContent, leafText } from '#contract/documents/chain.ts'
import { hashLeaf, merkleRoot } from './merkle.ts'

export type HeadRow = {
  account_id: string
  posting_number: bigint
  posting_head: Buffer
  audit_number: bigint
  audit_head: Buffer
}

export type SealGroup = { firstId: string; lastId: string; leaves: number; root: Buffer }

export const toLeaf = (head: HeadRow): LeafContent => ({
  accountId: head.account_id,
  postingNumber: head.posting_number,
  postingHead: head.posting_head.toString('hex'),
  auditHash: hash('sha256', auditHeadText(head.audit_number, head.audit_head.toString('hex')), 'hex'),
})

export const hashHead = (head: HeadRow): Buffer => hashLeaf(leafText(toLeaf(head)))

/** Collects heads in the order of their account ids into groups, of which one is in memory at a time. */
export class GroupBuilder {
  readonly #onGroup: (group: SealGroup) => void
  #leaves: Buffer[] = []
  #firstId = ''
  #lastId = ''

  constructor(onGroup: (group: SealGroup) => void) {
    this.#onGroup = onGroup
  }

  add(head: HeadRow): void {
    if (this.#leaves.length === 0) this.#firstId = head.account_id
    this.#lastId = head.account_id
    this.#leaves.push(hashHead(head))
    if (this.#leaves.length === LEAVES_PER_GROUP) this.finish()
  }

  finish(): void {
    if (this.#leaves.length === 0) return
    const [firstId, lastId, leaves] = [this.#firstId, this.#lastId, this.#leaves]
    this.#leaves = []
    this.#onGroup({ firstId, lastId, leaves: leaves.length, root: merkleRoot(leaves) })
  }
}
