import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import type { ListedEntryState } from '#contract/external-money/match-reasons.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import type { Page } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import type { Content } from '../../../shared/ui/content.ts'
import { Head, Table, TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { PanelSection } from '../layout/panel-section.tsx'
import { EntryRow } from './entry-row.tsx'

const ERROR_TEXT = msg('Failed to load the lines.')

type ListTexts = { title: TextId; hint?: TextId; empty: TextId }

const TEXTS: Record<ListedEntryState | 'all', ListTexts> = {
  matched: {
    title: msg('Matched'),
    hint: msg('Certain by reference. One click books them.'),
    empty: msg('No matched line is waiting.'),
  },
  suggested: {
    title: msg('Suggested'),
    hint: msg('Amount and name fit. Please decide.'),
    empty: msg('No suggestion is waiting.'),
  },
  unmatched: {
    title: msg('Unmatched'),
    hint: msg('Booked to suspense. Assign them, book them to the chart, or return them.'),
    empty: msg('No line is unmatched.'),
  },
  booked: { title: msg('Booked||statement line'), empty: msg('No line has been booked yet.') },
  ignored: { title: msg('Ignored'), empty: msg('No line has been ignored.') },
  all: { title: msg('All lines'), empty: msg('Import a bank statement: its lines appear here.') },
}

type Props = {
  state: ListedEntryState | undefined
  query: UseInfiniteQueryResult<InfiniteData<Page<BankStatementEntry[]>>>
  entries: BankStatementEntry[] | undefined
  selected: string | undefined
  canManage: boolean
  showsAccount: boolean
  onOpen: (id: string) => void
  /** Beside the heading. */
  actions?: Content
}

export function EntryList({ state, query, entries, selected, canManage, showsAccount, onOpen, actions }: Props) {
  const texts = TEXTS[state ?? 'all']
  const [title, hint, empty] = [t(texts.title), texts.hint && t(texts.hint), t(texts.empty)]
  return (
    <PanelSection title={title} beside={hint} actions={actions}>
      {!entries && query.isError && (
        <TableError text={t(ERROR_TEXT)} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
      {!entries && !query.isError && <TableSkeleton rows={3} />}
      {entries?.length === 0 &&
        (state === undefined ? (
          <TableEmpty title={t('No lines')}>
            <p className="text-muted">{empty}</p>
          </TableEmpty>
        ) : (
          <p className="px-5 pb-5 text-muted">{empty}</p>
        ))}
      {entries && entries.length > 0 && (
        <Table
          label={title}
          head={
            <>
              <Head className="w-28">{t('Booked on')}</Head>
              <Head>{t('From or to')}</Head>
              <Head className="text-end">{t('Amount')}</Head>
              <Head className="ps-4">{t('What it is')}</Head>
              <Head>
                <span className="sr-only">{t('Decision')}</span>
              </Head>
            </>
          }
        >
          {entries.map((entry) => (
            <EntryRow
              key={entry._id}
              entry={entry}
              selected={entry._id === selected}
              canManage={canManage}
              showsAccount={showsAccount}
              onOpen={() => onOpen(entry._id)}
            />
          ))}
        </Table>
      )}
      {query.hasNextPage && (
        <div className="grid justify-items-center gap-2 border-t border-line p-3">
          {query.isFetchNextPageError && (
            <p role="alert" className="text-negative">
              {t(ERROR_TEXT)}
            </p>
          )}
          <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? t('Loading...') : t('Load more')}
          </Button>
        </div>
      )}
    </PanelSection>
  )
}
