import { dayOf } from '#contract/bank-day.ts'
import {
  type ReportedAccount,
  readNewCustomers as readCustomers,
  readDormantAccounts as readDormant,
  readLargestAccounts as readLargest,
} from '#contract/books/management-reports.ts'
import { managementFileName } from '#contract/books/report-formats.ts'
import { type Route, route } from '../../http/route.ts'
import {
  accountsCsv,
  newCustomersCsv,
  readDormantAccounts,
  readLargestAccounts,
  readNewCustomers,
} from './management-reports.ts'
import { auditReport, type ReportCall, type ReportDeps, sendCsv, textsFor } from './report-files.ts'

export function managementRoutes(deps: ReportDeps): Route[] {
  const { sql, accessLog } = deps
  const { zone } = deps.ledger

  /** The people in it see that staff looked, or took a file. */
  async function sendAccounts(
    call: ReportCall,
    name: 'dormant' | 'largest',
    format: 'json' | 'csv',
    rows: ReportedAccount[],
  ) {
    const personIds = rows.map(({ user }) => user._id)
    const what = format === 'csv' ? 'list.exported' : 'list.viewed'
    if (format === 'csv') await auditReport(deps, call, `report.${name}`, { format, rows: String(rows.length) })
    await accessLog.recordAll({ session: call.session, personIds, what })
    if (format === 'json') return rows
    const fileName = managementFileName(name, dayOf(call.at, zone))
    return sendCsv(call, fileName, accountsCsv(rows, await textsFor(deps, call)))
  }

  return [
    route(readCustomers, async (call) => {
      const { months, format } = call.query
      const rows = await readNewCustomers(sql, months, { at: call.at, zone })
      if (format === 'json') return rows
      await auditReport(deps, call, 'report.customers', { format, rows: String(rows.length) })
      const fileName = managementFileName('customers', dayOf(call.at, zone))
      return sendCsv(call, fileName, newCustomersCsv(rows, await textsFor(deps, call)))
    }),
    route(readDormant, async (call) =>
      sendAccounts(call, 'dormant', call.query.format, await readDormantAccounts(sql, call.query, call.at)),
    ),
    route(readLargest, async (call) =>
      sendAccounts(call, 'largest', call.query.format, await readLargestAccounts(sql, call.query.limit)),
    ),
  ]
}
