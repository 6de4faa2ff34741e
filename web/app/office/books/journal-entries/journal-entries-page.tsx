import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { JournalEntry } from '#contract/books/journal-entries.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { Permitted } from '../../../shared/session/permitted.tsx'
import { ButtonLink } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { LoadMore } from '../../../shared/ui/feedback/load-more.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { dayText } from '../../external-money/layout/day-text.ts'
import { rowShortcuts } from '../../keyboard/row-focus.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { OfficePage, panelClass } from '../../layout/office-page.tsx'
import { Cell, coversRow, Head, Row, Table, TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { EntryState } from './entry-state.tsx'
import { journalEntriesQuery } from './journal-query.ts'

const ERROR_TEXT = msg('Failed to load the journal entries.')
const { to: ENTRIES } = OFFICE_PAGES.journalEntries

/** What staff booked by hand. What waits for a second person is among the proposals. */
export default function JournalEntriesPage() {
  const query = useInfiniteQuery(journalEntriesQuery)
  const entries = query.data?.pages.flatMap(({ items }) => items)
  useShortcuts(rowShortcuts())
  return (
    <OfficePage
      title={t('Journal entries')}
      actions={
        <Permitted permission="books:manage">
          <ButtonLink to={`${ENTRIES}/new`} variant="secondary">
            <Plus aria-hidden className="size-4.5" />
            {t('New entry')}
          </ButtonLink>
        </Permitted>
      }
    >
      <div className={classNames(panelClass, 'min-w-0 overflow-clip')}>
        {!entries && query.isError && (
          <TableError text={t(ERROR_TEXT)} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
        {!entries && !query.isError && <TableSkeleton rows={6} />}
        {entries?.length === 0 && (
          <TableEmpty title={t('No journal entries yet')}>
            <p className="max-w-prose text-muted">
              {t(
                'Bank fees, opening balances and corrections are booked here by hand. A second member of staff confirms each entry.',
              )}
            </p>
          </TableEmpty>
        )}
        {entries && entries.length > 0 && <Entries entries={entries} />}
      </div>
      <LoadMore pages={query} failedText={t(ERROR_TEXT)} />
    </OfficePage>
  )
}

const sumOf = ({ lines }: JournalEntry) =>
  toAmount(lines.reduce((cents, { debit = 0 }) => cents + (toCents(debit) ?? 0n), 0n))

const codesOn = ({ lines }: JournalEntry, side: 'debit' | 'credit') =>
  [...new Set(lines.filter((line) => line[side] !== undefined).map(({ account }) => account))].join(', ')

const Entries = ({ entries }: { entries: readonly JournalEntry[] }) => (
  <Table
    label={t('Journal entries')}
    head={
      <>
        <Head className="w-20">{t('Number')}</Head>
        <Head>{t('Value date')}</Head>
        <Head>{t('Text')}</Head>
        <Head>{t('Debit||books')}</Head>
        <Head>{t('Credit||books')}</Head>
        <Head className="text-end">{t('Amount')}</Head>
        <Head className="ps-4">{t('State')}</Head>
      </>
    }
  >
    {entries.map((entry) => (
      <Row key={entry._id} className="max-lg:grid-cols-[minmax(0,1fr)_auto]">
        <Cell className="figures text-muted max-lg:hidden">{entry.number ?? verbatim('')}</Cell>
        <Cell className="figures text-sm whitespace-nowrap max-lg:order-3">{dayText(entry.date)}</Cell>
        <Cell className="min-w-0 wrap-anywhere max-lg:order-1">
          <Link to={`${ENTRIES}/${entry._id}`} data-row={entry._id} className={classNames(coversRow, 'font-medium')}>
            {entry.text}
          </Link>
          <span className="figures block text-sm text-muted">
            {joinTexts(
              ' · ',
              joinTexts(', ', entry.proposedBy.fullName, entry.confirmedBy?.fullName),
              entry.reverses && t('Reverses {number}', { number: entry.reverses.number }),
            )}
          </span>
        </Cell>
        <Cell className="figures text-sm max-lg:hidden">{verbatim(codesOn(entry, 'debit'))}</Cell>
        <Cell className="figures text-sm max-lg:hidden">{verbatim(codesOn(entry, 'credit'))}</Cell>
        <Cell className="text-end whitespace-nowrap max-lg:order-2">
          <Amount amount={sumOf(entry)} className="font-semibold" />
        </Cell>
        <Cell className="max-lg:order-4 max-lg:justify-self-end lg:ps-4">
          <EntryState entry={entry} />
        </Cell>
      </Row>
    ))}
  </Table>
)
