import { randomBytes } from 'node:crypto'
import { type DocumentKind, signedText, toDocumentNumber } from '#contract/documents/signed-documents.ts'
import { type Locale, SOURCE_LOCALE } from '#contract/locales.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import { signText } from '../platform/crypto/signing-key.ts'
import type { Sql } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { IssueDetails } from '../platform/pdf/render.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { readSigningKey, type SigningKey } from './issuing/signing-keys.ts'
import { deleteSpooled, readSpooled, type SpooledDocument, spool } from './issuing/spool.ts'
import {
  type DocumentIdentity,
  type DocumentRow,
  findEqual,
  findFinal,
  insertDocument,
  keepParts,
  oldestOfLast,
  readParts,
} from './issuing/store.ts'

/** Every document leaves a row for ever, so that it can be verified. Final ones are few by themselves. */
const MAX_PER_HOUR = 100
const HOUR_MS = 3_600_000

export type DocumentDeps = { sql: Sql; keys: Pick<Keys, 'signing'>; now: () => Date }

export type DocumentRequest = {
  kind: DocumentKind
  ownerId: string
  accountId: string
  /** What it is about: a month, a transaction id; '' for the account itself. */
  subject: string
  /** Shown to anyone who verifies the document. */
  period?: string
  format: string
  /** Of a document for people. Each language of a final one is a document of its own. */
  locale?: Locale
  /** Never changes any more: the bytes of the first issue are kept and served for ever. */
  final: boolean
  /** The member of staff who asks. All staff get the same copy, so nothing in it may name them. */
  staffId?: string
}

/** A staff copy must be marked as one. */
export type Issue = IssueDetails & { staffCopy: boolean }

export type IssuedDocument = {
  number: string
  issuedAt: Date
  sha256: string
  sizeBytes: number
  body: AsyncIterable<Uint8Array>
}

/**
 * Renders, signs and records a document; the response may start afterwards. Nothing is issued unless all of it was
 * rendered and recorded. The caller has checked that the account is the owner's and that the caller may see it.
 */
export async function issueDocument(
  deps: DocumentDeps,
  request: DocumentRequest,
  render: (issue: Issue) => AsyncIterable<Uint8Array>,
): Promise<IssuedDocument> {
  const { sql } = deps
  const { locale = SOURCE_LOCALE } = request
  const issuedBy = request.staffId ?? request.ownerId
  const staffCopy = issuedBy !== request.ownerId
  const identity = toIdentity(request, staffCopy)
  const stored = request.final ? await findFinal(sql, identity) : undefined
  if (stored) return toIssued(stored, readParts(sql, stored))
  if (!request.final) await limitIssues(deps, issuedBy)

  const issue = { number: toDocumentNumber(randomBytes(16)), issuedAt: deps.now(), staffCopy, locale }
  const key = await readSigningKey(sql, deps.keys)
  if (!key) throw new Error('The bank has no signing key.')
  const spooled = await spool(sql, issue.number, render(issue))
  try {
    const row = await recordDocument(sql, { request, identity, issuedBy, issue, key, spooled })
    if (!request.final) return toIssued(row, readSpooled(sql, spooled))
    if (row.number !== issue.number) await deleteSpooled(sql, issue.number)
    return toIssued(row, readParts(sql, row))
  } catch (error) {
    await deleteSpooled(sql, issue.number).catch(() => {})
    throw error
  }
}

/** 'pdf', or 'pdf de' in another language than English. Without a column of its own, servers of the version before still work. */
const toIdentity = (request: DocumentRequest, staffCopy: boolean): DocumentIdentity => {
  const { accountId, kind, subject, format, locale = SOURCE_LOCALE } = request
  return { accountId, kind, subject, format: locale === SOURCE_LOCALE ? format : `${format} ${locale}`, staffCopy }
}

async function limitIssues({ sql, now }: DocumentDeps, issuedBy: string): Promise<void> {
  const oldest = await oldestOfLast(sql, issuedBy, MAX_PER_HOUR)
  const waitMs = oldest ? oldest.getTime() + HOUR_MS - now().getTime() : 0
  if (waitMs > 0) throw new Refusal('too_many', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
}

type RenderedDocument = {
  request: DocumentRequest
  identity: DocumentIdentity
  issuedBy: string
  issue: Issue
  key: SigningKey
  spooled: SpooledDocument
}

/** The row of this document, or of the equal one that was issued before. */
function recordDocument(sql: Sql, rendered: RenderedDocument): Promise<DocumentRow> {
  const { request, identity, issuedBy, issue, key, spooled } = rendered
  const { sha256, sizeBytes } = spooled
  const details = {
    kind: request.kind,
    issuedAt: issue.issuedAt.toISOString(),
    period: request.period,
    sha256: sha256.toString('hex'),
    keyId: key.id,
  }
  const signature = signText(key.key, signedText(details))
  return inTransaction(sql, async (tx) => {
    const equal = request.final ? undefined : await findEqual(tx, identity, sha256)
    if (equal) return equal
    const inserted = await insertDocument(tx, {
      ...identity,
      number: issue.number,
      ownerId: request.ownerId,
      period: request.period ?? null,
      final: request.final,
      issuedBy,
      issuedAt: issue.issuedAt,
      sizeBytes,
      sha256,
      keyId: key.id,
      signature,
    })
    if (inserted && request.final) await keepParts(tx, spooled)
    const row = inserted ?? (await findFinal(tx, identity))
    if (!row) throw new Error(`Document ${issue.number} was neither recorded nor found.`)
    return row
  })
}

const toIssued = (row: DocumentRow, body: AsyncIterable<Uint8Array>): IssuedDocument => ({
  number: row.number,
  issuedAt: row.issued_at,
  sha256: row.sha256.toString('hex'),
  sizeBytes: Number(row.size_bytes),
  body,
})
