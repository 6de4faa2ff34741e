import { endOfDay } from '#contract/bank-day.ts'
import { GL_ACCOUNT_TYPES } from '#contract/books/gl-account-types.ts'
import type { TrialBalance as Answer, TrialBalanceRow as AnswerRow } from '#contract/books/reports.ts'
import { csv } from '#contract/csv.ts'
import { bankCurrency, toAmount, toDecimalText } from '#contract/money.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { type BookedTotal, sumBookings } from '../../ledger/day-totals.ts'
import { FINAL_AFTER_MS } from '../../ledger/month.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import type { Texts } from '../../platform/texts/texts.ts'

export type Columns = { debitsCents: bigint; creditsCents: bigint }
export type TrialBalanceRow = Columns & Pick<AnswerRow, 'account' | 'code' | 'name' | 'type' | 'kind' | 'accounts'>

/** All accounts of the books at the end of a day: customers' accounts by kind, and each contra account. */
export type TrialBalance = { on: string; asOf: Date; final: boolean; zone: string; rows: readonly TrialBalanceRow[] }

/** One snapshot, so that it balances while money is being booked. */
export const readTrialBalance = (sql: Sql, on: string, { at, zone }: { at: Date; zone: string }) =>
  sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx): Promise<TrialBalance> => {
    const end = endOfDay(on, zone)
    const columns = toColumns(await sumBookings(tx, on, zone))
    const openAccounts = await countAccounts(tx, end)
    const rows = (await accountsUntil(tx, end)).map((account): TrialBalanceRow => {
      const booked = columns.get(account.account) ?? { debitsCents: 0n, creditsCents: 0n }
      const isCustomers = account.kind === 'customers'
      return { ...account, accounts: isCustomers ? (openAccounts.get(account.account) ?? 0) : null, ...booked }
    })
    const missing = [...columns.keys()].filter((account) => !rows.some((row) => row.account === account))
    if (missing.length > 0) throw new Error(`No row of the trial balance has ${missing.join(', ')}`)
    return { on, asOf: end < at ? end : at, final: at.getTime() >= end.getTime() + FINAL_AFTER_MS, zone, rows }
  })

function toColumns(totals: readonly BookedTotal[]): Map<string, Columns> {
  const columns = new Map<string, Columns>()
  const add = (account: string, debitsCents: bigint, creditsCents: bigint) => {
    const sums = columns.get(account) ?? { debitsCents: 0n, creditsCents: 0n }
    columns.set(account, {
      debitsCents: sums.debitsCents + debitsCents,
      creditsCents: sums.creditsCents + creditsCents,
    })
  }
  for (const { debit, credit, amountCents } of totals) {
    add(debit, amountCents, 0n)
    add(credit, 0n, amountCents)
  }
  return columns
}

async function countAccounts(tx: Tx, end: Date): Promise<Map<string, number>> {
  const rows = await tx<{ account: string; count: bigint }[]>`
    select 'customers:' || kind as account, count(*) as count from accounts
    where number is not null and opened_at < ${end} and (closed_at is null or closed_at >= ${end}) group by kind`
  return new Map(rows.map(({ account, count }) => [account, Number(count)]))
}

type ChartRow = Pick<AnswerRow, 'account' | 'code' | 'name' | 'type' | 'kind'>

/**
 * The chart as of the end of a day, with all that was booked to by then. An external account that a server of an earlier version
 * added may have no code yet.
 */
const accountsUntil = (tx: Tx, end: Date) => tx<ChartRow[]>`
  select coalesce(g.account, o.contra) as account, coalesce(g.code, '') as code, coalesce(g.name, o.name) as name,
    coalesce(g.type, 'asset') as type,
    case when g.account like 'customers:%' then 'customers' when o.id is not null then 'outside'
      when g.created_by is null then 'internal' else 'chart' end as kind
  from gl_accounts g full join outside_accounts o on o.contra = g.account
  where (coalesce(g.created_at, o.created_at, '-infinity') < ${end} and (g.closed_at is null or g.closed_at >= ${end}))
    or exists (select 1 from contra_movements m where m.outside_account_id = o.id and m.booked_at < ${end})
    or exists (select 1 from journal_lines l where l.account = g.account and l.booked_at < ${end})
    or exists (select 1 from contra_movements m where g.account in (m.debit, m.credit) and m.booked_at < ${end})
  order by g.code collate "C" nulls last, o.id`

const positive = (cents: bigint) => (cents > 0n ? cents : 0n)

/** A balance is in one of the two columns. */
export const balancesOf = ({ debitsCents, creditsCents }: Columns) => ({
  debitBalanceCents: positive(debitsCents - creditsCents),
  creditBalanceCents: positive(creditsCents - debitsCents),
})

export type AllColumns = Columns & ReturnType<typeof balancesOf>

export function totalsOf(rows: readonly Columns[]): AllColumns {
  const all = rows.map((row) => ({ ...row, ...balancesOf(row) }))
  const sumOf = (toCents: (row: AllColumns) => bigint) => all.reduce((sum, row) => sum + toCents(row), 0n)
  return {
    debitsCents: sumOf((row) => row.debitsCents),
    creditsCents: sumOf((row) => row.creditsCents),
    debitBalanceCents: sumOf((row) => row.debitBalanceCents),
    creditBalanceCents: sumOf((row) => row.creditBalanceCents),
  }
}

const toAmounts = (columns: AllColumns) => ({
  debits: toAmount(columns.debitsCents),
  credits: toAmount(columns.creditsCents),
  debitBalance: toAmount(columns.debitBalanceCents),
  creditBalance: toAmount(columns.creditBalanceCents),
})

export const toTrialBalanceAnswer = ({ on, asOf, final, rows }: TrialBalance): Answer => ({
  on,
  asOf: asOf.toISOString(),
  final,
  currency: bankCurrency().code,
  rows: rows.map(({ account, code, name, type, kind, accounts, ...columns }) => ({
    account,
    code,
    name,
    type,
    kind,
    accounts,
    ...toAmounts({ ...columns, ...balancesOf(columns) }),
  })),
  totals: toAmounts(totalsOf(rows)),
})

const CSV_COLUMNS = [
  msg('Date'),
  msg('Code'),
  msg('Account'),
  msg('Name'),
  msg('Type'),
  msg('Accounts'),
  msg('Debits'),
  msg('Credits'),
  msg('Debit balance'),
  msg('Credit balance'),
  msg('Currency'),
]

/** The bank's own accounts have names of the program; others have those that staff gave them. */
const rowName = ({ kind, name }: Pick<TrialBalanceRow, 'kind' | 'name'>, { stored }: Texts): Text =>
  kind === 'outside' || kind === 'chart' ? verbatim(name) : stored(name)

/** '1000 Wire clearing' */
export const rowTitle = (row: TrialBalanceRow, texts: Texts): Text =>
  joinTexts(' ', verbatim(row.code), rowName(row, texts))

export function trialBalanceCsv({ on, rows }: TrialBalance, texts: Texts): string {
  const { t } = texts
  const cells = ({ debitsCents, creditsCents, debitBalanceCents, creditBalanceCents }: AllColumns) => [
    ...[debitsCents, creditsCents, debitBalanceCents, creditBalanceCents].map((cents) => toDecimalText(cents)),
    bankCurrency().code,
  ]
  const lines = rows.map((row) => [
    on,
    row.code,
    row.account,
    rowName(row, texts),
    t(GL_ACCOUNT_TYPES[row.type].name),
    row.accounts === null ? '' : String(row.accounts),
    ...cells({ ...row, ...balancesOf(row) }),
  ])
  const totals = [on, '', 'total', t('Total'), '', '', ...cells(totalsOf(rows))]
  return csv(
    CSV_COLUMNS.map((name) => t(name)),
    [...lines, totals],
  )
}
