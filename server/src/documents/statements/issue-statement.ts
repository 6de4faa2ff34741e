import type { StatementFormat } from '#contract/documents/statement-formats.ts'
import type { Locale } from '#contract/locales.ts'
import { type DocumentDeps, type IssuedDocument, issueDocument } from '../issue-document.ts'
import { closeStatement, type Statement } from './statement.ts'
import type { StatementRenderers } from './statement-formats.ts'

const FOR_PEOPLE: readonly StatementFormat[] = ['pdf', 'csv']

type StatementRequest = {
  statement: Statement
  format: StatementFormat
  /** Of the holder. Files for programs are the same in every language. */
  locale: Locale
  /** The member of staff who asks, if it is not the owner. */
  staffId?: string
}

/** Renders the statement, or finds the bytes of a final month that was issued before. The first issue closes the month. */
export async function issueStatement(
  deps: DocumentDeps,
  renderers: StatementRenderers,
  { statement: read, format, locale, staffId }: StatementRequest,
): Promise<IssuedDocument> {
  const isOpen = read.final && !read.closed
  const statement = isOpen ? await closeStatement(deps.sql, read, deps.now()) : read
  const { month, final, account } = statement
  const request = {
    kind: 'statement',
    subject: month,
    period: month,
    format,
    final,
    ...(FOR_PEOPLE.includes(format) ? { locale } : {}),
  } as const
  return issueDocument(
    deps,
    { ...request, ownerId: account.ownerId, accountId: account.id, ...(staffId ? { staffId } : {}) },
    (issue) => renderers[format](statement, issue),
  )
}
