import { endOfDay, startOfDay } from '#contract/bank-day.ts'
import { CLOSING_DOCUMENTS, closingFileName } from '#contract/books/closing-documents.ts'
import {
  listClosings as list,
  proposeClosing as propose,
  readClosingDocument as readDocument,
  readChecklist as readList,
  proposeReopening as reopen,
} from '#contract/books/closings.ts'
import { toProposal } from '../../authority/proposal-response.ts'
import type { Deps } from '../../http/deps.ts'
import { type Call, type Route, route, staffContext } from '../../http/route.ts'
import { sendDocument } from '../../http/send-document.ts'
import { auditEntry } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type ReadUnexplained, readChecklist } from './checklist.ts'
import { firstDayOf, issueClosingDocument } from './closing-documents.ts'
import { listClosings } from './list-closings.ts'
import { requireClosable } from './period.ts'
import { proposeClosing, proposeReopening } from './propose-closing.ts'
import { type ClosingRow, findClosing, selectBookedPeople } from './store.ts'

type ClosingDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog' | 'config' | 'keys' | 'now'> & {
  readUnexplained: ReadUnexplained
}

const PEOPLE_PER_READ = 1_000

export function closingRoutes(given: ClosingDeps): Route[] {
  const deps = { ...given, zone: given.ledger.zone }
  const { sql, zone } = deps

  /** Before the first byte leaves. Customers in a journal see that it was exported. */
  async function recordDownload(call: Call<typeof readDocument>, closing: ClosingRow): Promise<void> {
    const { name } = call.params
    const after = { document: name, to: closing.until }
    const entry = auditEntry(staffContext(call), { subjectId: null, action: 'closing.downloaded', before: {}, after })
    await sql.begin((tx) => record(tx, { auditEntries: [entry] }))
    if (name !== 'journal') return
    const start = startOfDay(await firstDayOf(sql, closing, zone), zone)
    const period = { start, end: endOfDay(closing.until, zone) }
    for (let after: string | null = null; ; ) {
      const people: { id: string }[] = await selectBookedPeople(sql, period, after, PEOPLE_PER_READ)
      const personIds = people.map(({ id }) => id)
      await deps.accessLog.recordAll({ session: call.session, personIds, what: 'transactions.exported' })
      after = personIds.at(-1) ?? null
      if (personIds.length < PEOPLE_PER_READ) return
    }
  }

  return [
    route(list, (call) => listClosings(sql, call.at)),
    route(readList, async ({ query: { until }, at }) => {
      await requireClosable(sql, until, { at, zone })
      return readChecklist(deps, until, at)
    }),
    route(propose, async (call) => {
      const { row } = await proposeClosing(deps, staffContext(call), call.body.until)
      return toProposal(row, call.at)
    }),
    route(reopen, async (call) => {
      const reopening = { closingId: call.params.id, reason: call.body.reason }
      const { row } = await proposeReopening(deps, staffContext(call), reopening)
      return toProposal(row, call.at)
    }),
    route(readDocument, async (call) => {
      const { id, name } = call.params
      const closing = await findClosing(sql, id)
      if (!closing) throw new Refusal('not_found')
      await recordDownload(call, closing)
      const issued = await issueClosingDocument(deps, closing, name)
      const fileName = closingFileName(closing.until, name)
      return sendDocument(call.reply, issued, { mediaType: CLOSING_DOCUMENTS[name].mediaType, fileName })
    }),
  ]
}
