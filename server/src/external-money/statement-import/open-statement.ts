import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { decodeText } from '../statement-files/decode-text.ts'
import type { CsvShape } from '../statement-files/detect-csv.ts'
import type { StatementFormat } from '../statement-files/read-statement-file.ts'
import { StatementBalanceError, type StatementEvents, StatementFormatError } from '../statement-files/statement-file.ts'
import { TooManyEntries } from '../statement-files/survey-statements.ts'
import { findMapping, fingerprintOf } from './csv-mappings.ts'
import type { ReceivedStatement } from './receive-statement.ts'

export type ExternalAccount = { id: string; name: string; number: string; currency: string }

export const readAccounts = (sql: Reader) =>
  sql<ExternalAccount[]>`select id, name, number, currency from outside_accounts order by id`

export type CsvFile = CsvShape & {
  fingerprint: Buffer
  mapping: CsvMapping | null
  remembered: boolean
  /** By a person, now or before, or recognised with certainty: any other guess is not imported. */
  isUsable: boolean
}

/** A file that is ready to be read, as often as needed. */
export type OpenStatement = {
  format: StatementFormat
  /** The account that a CSV file was uploaded for. */
  account: ExternalAccount | null
  csv: CsvFile | null
  read: () => StatementEvents
}

/** Enough for the headings and the first rows. */
const SAMPLE_CHARACTERS = 64 * 1024

export async function openStatement(
  sql: Reader,
  { source, accountId, mapping }: ReceivedStatement,
  accounts: readonly ExternalAccount[],
): Promise<OpenStatement> {
  // Loaded here: an idle bank needs none of the parsers.
  const { detectFormat, readStatementFile } = await import('../statement-files/read-statement-file.ts')
  const format = await detectFormat(source)
  if (format !== 'csv') return { format, account: null, csv: null, read: () => readStatementFile(source, null) }
  const [only] = accounts.length === 1 && accountId === null ? accounts : []
  const account = only ?? accounts.find(({ id }) => id === accountId) ?? null
  const csv = await openCsv(sql, await sampleOf(decodeText(source, null)), { mapping, account })
  const target = account ?? { number: '', currency: '' }
  return {
    format,
    account,
    csv,
    read: () => readStatementFile(source, csv.mapping && { mapping: csv.mapping, account: target }),
  }
}

/** The mapping that was sent, else the remembered one, else what was recognised. */
async function openCsv(
  sql: Reader,
  sample: string,
  { mapping, account }: { mapping: CsvMapping | null; account: ExternalAccount | null },
): Promise<CsvFile> {
  const { detectCsv } = await import('../statement-files/detect-csv.ts')
  const shape = detectCsv(sample)
  const fingerprint = fingerprintOf(shape.delimiter, shape.columns)
  const remembered = account ? await findMapping(sql, account.id, fingerprint) : null
  const chosen = mapping ?? remembered
  return {
    ...shape,
    fingerprint,
    mapping: chosen ?? shape.guess,
    remembered: remembered !== null,
    isUsable: chosen !== null || shape.isCertain,
  }
}

async function sampleOf(text: AsyncIterable<string>): Promise<string> {
  let sample = ''
  for await (const piece of text) {
    sample += piece
    if (sample.length >= SAMPLE_CHARACTERS) break
  }
  return sample.slice(0, SAMPLE_CHARACTERS)
}

/** Errors of the file as refusals. */
export async function refusingUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooManyEntries) throw new Refusal('too_large', { message: error.message })
    if (error instanceof StatementBalanceError) throw new Refusal('balances_differ', { message: error.message })
    if (error instanceof StatementFormatError) throw new Refusal('statement_unreadable', { message: error.message })
    throw error
  }
}
