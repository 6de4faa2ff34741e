import { v7 as newId } from 'uuid'
import type { ImportedPart, ImportedStatement } from '#contract/external-money/statement-import.ts'
import { toAmount } from '#contract/money.ts'
import { importStatements } from '../../ledger/import-statements.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { StatementToImport } from '../../ledger/staged-statement-entries.ts'
import type { CommandContext } from '../../ledger/types.ts'
import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { StatementFormatError } from '../statement-files/statement-file.ts'
import { type AccountSurvey, surveyStatements } from '../statement-files/survey-statements.ts'
import { type AssignedAccounts, assignAccounts } from './assign-accounts.ts'
import { saveMapping } from './csv-mappings.ts'
import { comparableNumber } from './find-account.ts'
import {
  type CsvFile,
  type ExternalAccount,
  type OpenStatement,
  openStatement,
  readAccounts,
} from './open-statement.ts'
import type { ImportProgress } from './progress.ts'
import type { ReceivedStatement } from './receive-statement.ts'
import { requireBalances } from './require-balances.ts'
import { requireNewEntries } from './require-new-entries.ts'
import { requireNotElsewhere } from './require-not-elsewhere.ts'
import { centsOf, discardStaged, stageFile } from './stage-file.ts'
import { readSaidAccounts, rememberNumber } from './statement-numbers.ts'

type ImportDeps = { sql: Sql; ledger: Ledger; progress: ImportProgress }

/**
 * Reads the file twice: once to check all of it, once to match and stage its entries. Only then the ledger takes them over, in one
 * transaction: a file is imported as a whole or not at all.
 */
export async function importStatement(
  { sql, ledger, progress }: ImportDeps,
  received: ReceivedStatement,
  context: CommandContext,
): Promise<{ response: ImportedStatement; newIds: string[] }> {
  const { zone, importProbe } = ledger
  const accounts = await readAccounts(sql)
  const file = await openStatement(sql, received, accounts)
  if (file.csv && !(file.account && file.csv.isUsable)) throw mappingRequired(file, file.csv)
  const survey = await surveyStatements(file.read(), (entries) => progress.show('reading', entries, null))
  const said = await readSaidAccounts(sql)
  const assigned = assignAccounts(survey, file, { accounts, said, accountId: received.saidAccountId })
  const { accounts: found } = assigned
  const statements = [...found].map(([account, surveys]) => toStatement(account, surveys, file, received))
  const wholeDays = survey.order.every(({ statement }) => statement.wholeDays)
  const accountIds = [...found.keys()].map(({ id }) => id)
  const importId = newId()
  const requireValid = async (tx: Tx, statement: StatementToImport) => {
    await requireBalances(tx, statement, wholeDays)
    await requireNewEntries(tx, importId, statement)
    if (!file.csv) await requireNotElsewhere(tx, received.hash, accountIds)
  }
  try {
    await stageFile(sql, file.read(), {
      importId,
      survey,
      accountIds: new Map([...found].flatMap(([{ id }, surveys]) => surveys.map(({ number }) => [number, id]))),
      zone,
      at: context.at,
      onEntries: (entries) => progress.show('matching', entries, survey.entries),
    })
    await progress.show('booking', 0, survey.entries)
    const imported = await importStatements(sql, zone, { importId, statements, requireValid }, context, importProbe)
    await rememberMapping(sql, file, received, context)
    await rememberAccount(sql, assigned, statements, imported, context)
    const newIds = imported.flatMap(({ id, known }) => (known ? [] : [id]))
    return { response: await toResponse(sql, imported), newIds }
  } finally {
    await discardStaged(sql, importId)
  }
}

/** Says which fields of the form are missing, and what was recognised. */
const mappingRequired = ({ account }: OpenStatement, { columns, mapping, isUsable }: CsvFile) =>
  new Refusal('mapping_required', {
    current: { fields: [...(account ? [] : ['account']), ...(isUsable ? [] : ['mapping'])], columns, mapping },
  })

function toStatement(
  account: ExternalAccount,
  surveys: readonly AccountSurvey[],
  { format }: OpenStatement,
  { hash }: ReceivedStatement,
): StatementToImport {
  const all = surveys.flatMap(({ statements }) => statements)
  const froms = all.flatMap(({ from }) => from ?? []).sort()
  const tos = all.flatMap(({ to }) => to ?? []).sort()
  const [fromOn, toOn] = [froms[0], tos.at(-1)]
  if (!fromOn || !toOn) throw new StatementFormatError(`The statement of ${account.number} has no date.`)
  const opening = all[0]?.opening
  const closing = all.at(-1)?.closing
  const where = `The balance of ${account.number}`
  return {
    id: newId(),
    externalAccountId: account.id,
    fileHash: hash,
    format: format === 'ofx1' || format === 'ofx2' ? 'ofx' : format,
    fromOn,
    toOn,
    openingCents: opening ? centsOf(opening.amount, where) : null,
    closingCents: closing ? centsOf(closing.amount, where) : null,
  }
}

/** A mapping that read a whole file is worth remembering. */
async function rememberMapping(
  sql: Sql,
  { csv, account }: OpenStatement,
  { mapping }: ReceivedStatement,
  { actor, at, requestId }: CommandContext,
): Promise<void> {
  if (!csv || !account || !mapping) return
  const { fingerprint, columns } = csv
  const staff = { actorId: actor.personId, at, requestId }
  await saveMapping(sql, staff, { accountId: account.id, fingerprint, columns, mapping })
}

/** What staff said with a file counts for the next one with this number. */
async function rememberAccount(
  sql: Sql,
  { newlySaid }: AssignedAccounts,
  statements: readonly StatementToImport[],
  imported: readonly { id: string }[],
  { actor, at, requestId }: CommandContext,
): Promise<void> {
  if (!newlySaid || comparableNumber(newlySaid.number) === '') return
  const { number, account } = newlySaid
  const place = statements.findIndex(({ externalAccountId }) => externalAccountId === account.id)
  const staff = { actorId: actor.personId, at, requestId }
  await rememberNumber(sql, staff, { accountId: account.id, number, statementId: imported[place]?.id ?? null })
}

type Row = {
  id: string
  account_id: string
  name: string
  number: string
  currency: string
  from_on: string
  to_on: string
  opening: bigint | null
  closing: bigint | null
  lines_total: number
  lines_known: number
  lines_matched: number
  lines_suggested: number
  lines_unmatched: number
}

async function toResponse(
  sql: Reader,
  imported: readonly { id: string; known: boolean }[],
): Promise<ImportedStatement> {
  const parts: ImportedPart[] = []
  for (const { id, known } of imported) {
    const [row] = await sql<Row[]>`
      select s.id, a.id as account_id, a.name, a.number, a.currency, s.from_on::text as from_on, s.to_on::text as to_on,
        s.opening, s.closing, s.lines_total, s.lines_known, s.lines_matched, s.lines_suggested, s.lines_unmatched
      from bank_statements s join outside_accounts a on a.id = s.outside_account_id where s.id = ${id}`
    if (row) parts.push(toPart(row, known))
  }
  const [first, ...others] = parts
  if (!first) throw new Error('The imported statement was not found')
  return others.length > 0 ? { ...first, others } : first
}

const toPart = (row: Row, known: boolean): ImportedPart => ({
  _id: row.id,
  account: { _id: row.account_id, name: row.name, number: row.number, currency: row.currency },
  from: row.from_on,
  to: row.to_on,
  opening: row.opening === null ? null : toAmount(row.opening),
  closing: row.closing === null ? null : toAmount(row.closing),
  // All entries of a known file are.
  lines: known
    ? { total: row.lines_total, known: row.lines_total, matched: 0, suggested: 0, unmatched: 0 }
    : {
        total: row.lines_total,
        known: row.lines_known,
        matched: row.lines_matched,
        suggested: row.lines_suggested,
        unmatched: row.lines_unmatched,
      },
})
