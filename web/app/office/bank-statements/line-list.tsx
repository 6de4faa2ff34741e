import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { BankStatementLine } from '#contract/bank-statements.ts'
import type { LineState } from '#contract/match-reasons.ts'
import type { Page } from '../../shared/api/call.ts'
import { Button } from '../../shared/ui/button.tsx'
import { PanelSection } from '../outside/panel-section.tsx'
import { Head, Table, TableEmpty, TableError, TableSkeleton } from '../table-parts.tsx'
import { LineRow } from './line-row.tsx'

const ERROR_TEXT = 'Failed to load the lines.'

type ListTexts = { title: string; hint: string; empty: string }

const TEXTS: Record<LineState | 'all', ListTexts> = {
  matched: {
    title: 'Matched',
    hint: 'Certain by reference. One click books them.',
    empty: 'No matched line is waiting.',
  },
  suggested: {
    title: 'Suggested',
    hint: 'Amount and name fit. Please decide.',
    empty: 'No suggestion is waiting.',
  },
  unmatched: {
    title: 'Unmatched',
    hint: 'Booked to suspense. Assign them, return them or ignore them.',
    empty: 'No line is unmatched.',
  },
  booked: { title: 'Booked', hint: '', empty: 'No line has been booked yet.' },
  ignored: { title: 'Ignored', hint: '', empty: 'No line has been ignored.' },
  all: { title: 'All lines', hint: '', empty: 'Import a bank statement: its lines appear here.' },
}

type Props = {
  state: LineState | undefined
  query: UseInfiniteQueryResult<InfiniteData<Page<BankStatementLine[]>>>
  lines: BankStatementLine[] | undefined
  selected: string | undefined
  canManage: boolean
  showsAccount: boolean
  onOpen: (id: string) => void
}

export function LineList({ state, query, lines, selected, canManage, showsAccount, onOpen }: Props) {
  const { title, hint, empty } = TEXTS[state ?? 'all']
  return (
    <PanelSection title={title} beside={hint}>
      {!lines && query.isError && (
        <TableError text={ERROR_TEXT} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
      {!lines && !query.isError && <TableSkeleton rows={3} />}
      {lines?.length === 0 &&
        (state === undefined ? (
          <TableEmpty title="No lines">
            <p className="text-muted">{empty}</p>
          </TableEmpty>
        ) : (
          <p className="px-5 pb-5 text-muted">{empty}</p>
        ))}
      {lines && lines.length > 0 && (
        <Table
          label={title}
          head={
            <>
              <Head className="w-28">Booked on</Head>
              <Head>From or to</Head>
              <Head className="text-end">Amount</Head>
              <Head className="ps-4">What it is</Head>
              <Head>
                <span className="sr-only">Decision</span>
              </Head>
            </>
          }
        >
          {lines.map((line) => (
            <LineRow
              key={line._id}
              line={line}
              selected={line._id === selected}
              canManage={canManage}
              showsAccount={showsAccount}
              onOpen={() => onOpen(line._id)}
            />
          ))}
        </Table>
      )}
      {query.hasNextPage && (
        <div className="grid justify-items-center gap-2 border-t border-line p-3">
          {query.isFetchNextPageError && (
            <p role="alert" className="text-negative">
              {ERROR_TEXT}
            </p>
          )}
          <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? 'Loading...' : 'Load more'}
          </Button>
        </div>
      )}
    </PanelSection>
  )
}
