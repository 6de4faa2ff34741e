import type { StatementPreview } from '#contract/external-money/statement-import.ts'
import { parseCents, toAmount } from '#contract/money.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { type FileEntry, type StatementEvents, StatementFormatError } from '../statement-files/statement-file.ts'
import { openStatement, readAccounts } from './open-statement.ts'
import type { ReceivedStatement } from './receive-statement.ts'

const SHOWN_ENTRIES = 10

/** What the file contains, without importing it. An error in it is part of the answer, beside the columns of a CSV. */
export async function previewStatement(sql: Sql, received: ReceivedStatement): Promise<StatementPreview> {
  const { format, csv, read } = await openStatement(sql, received, await readAccounts(sql))
  const { account, lines: entries, error } = await readFirst(read())
  return {
    format,
    account: format === 'csv' ? null : account,
    csv: csv && {
      fingerprint: csv.fingerprint.toString('hex'),
      columns: csv.columns,
      rows: csv.rows,
      mapping: csv.mapping,
      remembered: csv.remembered,
    },
    lines: entries,
    error,
  }
}

async function readFirst(groups: StatementEvents) {
  const found: Pick<StatementPreview, 'account' | 'lines' | 'error'> = { account: null, lines: [], error: null }
  try {
    for await (const events of groups) {
      for (const event of events) {
        if (event.kind === 'opened') found.account ??= event.account
        if (event.kind === 'entry') found.lines.push(toPreview(event.entry))
        if (found.lines.length === SHOWN_ENTRIES) return found
      }
    }
  } catch (error) {
    if (!(error instanceof StatementFormatError)) throw error
    found.error = error.message
  }
  return found
}

function toPreview({ currency: _, balance: __, ...entry }: FileEntry): StatementPreview['lines'][number] {
  const cents = parseCents(entry.amount)
  if (cents === null) throw new StatementFormatError(`'${entry.amount}' has too many decimals.`)
  return { ...entry, amount: toAmount(cents) }
}
