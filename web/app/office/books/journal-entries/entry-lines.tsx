import type { JournalLine } from '#contract/books/journal-entries.ts'
import { toAmount, toCents } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { Cell, Head, Row, Table } from '../../parts/table-parts.tsx'
import { accountName } from '../chart/chart-query.ts'

/** The two sides of an entry, with their sum. */
export function EntryLines({ lines }: { lines: readonly JournalLine[] }) {
  const sum = toAmount(lines.reduce((cents, { debit = 0 }) => cents + (toCents(debit) ?? 0n), 0n))
  return (
    <Table
      label={t('Lines')}
      head={
        <>
          <Head className="w-24">{t('Code')}</Head>
          <Head>{t('Account')}</Head>
          <Head className="text-end">{t('Debit||books')}</Head>
          <Head className="text-end">{t('Credit||books')}</Head>
        </>
      }
    >
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an entry never change
        <Row key={place} className="max-lg:grid-cols-[3.5rem_minmax(0,1fr)]">
          <Cell className="figures text-muted">{line.account}</Cell>
          <Cell className="min-w-0 font-medium wrap-anywhere">{accountName(line)}</Cell>
          <Side name={t('Debit||books')} amount={line.debit} />
          <Side name={t('Credit||books')} amount={line.credit} />
        </Row>
      ))}
      <Row className="border-t-2 border-t-edge/60 bg-sunken font-semibold hover:bg-sunken max-lg:grid-cols-[3.5rem_minmax(0,1fr)]">
        <Cell className="max-lg:col-span-2">{t('Total')}</Cell>
        <Cell className="max-lg:hidden" />
        <Side name={t('Debit||books')} amount={sum} />
        <Side name={t('Credit||books')} amount={sum} />
      </Row>
    </Table>
  )
}

/** Cards of a phone name the side, and leave the other one out. */
const Side = ({ name, amount }: { name: Text; amount: number | undefined }) => (
  <Cell className={amount === undefined ? 'max-lg:hidden' : 'text-end whitespace-nowrap max-lg:col-start-2'}>
    {amount !== undefined && (
      <>
        <span className="me-2 text-sm font-normal text-muted lg:hidden">{name}</span>
        <Amount amount={amount} />
      </>
    )}
  </Cell>
)
