import { dayOf } from '#contract/bank-day.ts'
import { REPORT_FORMATS } from '#contract/books/report-formats.ts'
import type { BANK_DOCUMENT_KINDS } from '#contract/documents/signed-documents.ts'
import type { Caller } from '../../access/api-key.ts'
import { readLocale } from '../../customers/read-locale.ts'
import { issueDocument } from '../../documents/issue-document.ts'
import { runRendering } from '../../documents/run-rendering.ts'
import type { Deps } from '../../http/deps.ts'
import { type Call, staffContext } from '../../http/route.ts'
import { sendDocument } from '../../http/send-document.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { auditEntry } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { IssueDetails } from '../../platform/pdf/render.ts'
import { type Texts, textsIn } from '../../platform/texts/texts.ts'

export type ReportDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog' | 'config' | 'keys' | 'now'>
export type ReportCall = Pick<Call, 'at' | 'requestId' | 'reply'> & { session: Caller }

/** A report as a signed document, or as CSV. */
export type ReportFile = {
  kind: (typeof BANK_DOCUMENT_KINDS)[number]
  period: string
  fileName: string
  csv: (texts: Texts) => string
  render: (issue: IssueDetails) => AsyncIterable<Uint8Array>
}

/** Nothing is booked on later days, so a year that is not over ends today. */
export function untilToday(day: string | undefined, { at }: Pick<Call, 'at'>, zone: string): string {
  const today = dayOf(at, zone)
  return day === undefined || day > today ? today : day
}

/** Before the first byte leaves: a download that breaks off is in the audit log too. */
export async function auditReport(
  { sql }: Pick<ReportDeps, 'sql'>,
  call: ReportCall,
  action: `report.${string}`,
  after: Record<string, string>,
): Promise<void> {
  const entry = auditEntry(staffContext(call), { subjectId: null, action, before: {}, after })
  await sql.begin((tx) => record(tx, { auditEntries: [entry] }))
}

export const textsFor = async (deps: ReportDeps, { session }: ReportCall): Promise<Texts> =>
  textsIn(await readLocale(deps, session.personId))

export function sendCsv({ reply }: ReportCall, fileName: string, text: string): string {
  reply.header('content-type', REPORT_FORMATS.csv.mediaType)
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return text
}

/** The PDF is a document of the member of staff who asks: it is about the whole bank, and whom it is handed to can check it. */
export async function sendReport(deps: ReportDeps, call: ReportCall, format: 'csv' | 'pdf', report: ReportFile) {
  const { personId } = call.session
  const texts = await textsFor(deps, call)
  const { kind, period, fileName } = report
  if (format === 'csv') return sendCsv(call, fileName, report.csv(texts))
  const owner = { ownerId: personId, accountId: mainAccountId(personId) }
  const request = { kind, subject: period, period, format, locale: texts.locale, final: false, ...owner } as const
  const issued = await runRendering(() => issueDocument(deps, request, report.render), { lane: personId })
  return sendDocument(call.reply, issued, { mediaType: REPORT_FORMATS.pdf.mediaType, fileName })
}
