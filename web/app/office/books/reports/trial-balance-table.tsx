import type { TrialBalance, TrialBalanceRow } from '#contract/books/reports.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { Cell, Head, Row, Table } from '../../parts/table-parts.tsx'
import { accountName } from '../chart/chart-query.ts'

type Columns = TrialBalance['totals']

const COLUMNS: { key: keyof Columns; name: TextId }[] = [
  { key: 'debits', name: msg('Debits') },
  { key: 'credits', name: msg('Credits') },
  { key: 'debitBalance', name: msg('Debit balance') },
  { key: 'creditBalance', name: msg('Credit balance') },
]

const ROW = 'max-lg:grid-cols-2 max-lg:gap-y-1.5'

export function TrialBalanceTable({ balance, busy }: { balance: TrialBalance; busy: boolean }) {
  return (
    <Table
      label={t('Trial balance')}
      busy={busy}
      head={
        <>
          <Head>{t('Account')}</Head>
          {COLUMNS.map(({ key, name }) => (
            <Head key={key} className="text-end">
              {t(name)}
            </Head>
          ))}
        </>
      }
    >
      {balance.rows.map((row) => (
        <Row key={row.account} className={ROW}>
          <Cell className="max-lg:col-span-2">
            <span className="figures me-2 text-muted">{row.code}</span>
            <span className="font-medium wrap-anywhere">{nameOf(row)}</span>
            <AccountCount row={row} />
          </Cell>
          <Figures columns={row} />
        </Row>
      ))}
      <Row className={classNames(ROW, 'border-t-2 border-t-edge/60 bg-sunken font-semibold hover:bg-sunken')}>
        <Cell className="max-lg:col-span-2">{t('Total')}</Cell>
        <Figures columns={balance.totals} isTotal />
      </Row>
    </Table>
  )
}

/** Accounts of the bank itself have names of the program; the others have those that staff gave them. */
const nameOf = ({ kind, name }: TrialBalanceRow): Text =>
  accountName({ name, builtIn: kind === 'customers' || kind === 'internal' })

const AccountCount = ({ row: { accounts } }: { row: TrialBalanceRow }) =>
  accounts !== null && (
    <span className="figures ms-2 text-sm text-muted">
      {t('{count, plural, one {# account} other {# accounts}}', { count: accounts })}
    </span>
  )

/** Zeros are left empty, as on paper, except in the total. */
const Figures = ({ columns, isTotal = false }: { columns: Columns; isTotal?: boolean }) =>
  COLUMNS.map(({ key, name }) => (
    <Cell key={key} className="text-end max-lg:grid max-lg:text-start">
      <span className="text-sm font-normal text-muted lg:hidden">{t(name)}</span>
      {columns[key] === 0 && !isTotal ? (
        <span className="text-muted">
          <span aria-hidden="true">{verbatim('–')}</span>
          <span className="sr-only">{t('None')}</span>
        </span>
      ) : (
        <Amount amount={columns[key]} className="whitespace-nowrap" />
      )}
    </Cell>
  ))
