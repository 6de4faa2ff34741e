import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { JournalEntry } from '#contract/books/journal-entries.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { Permitted } from '../../../shared/session/permitted.tsx'
import { Button, ButtonLink } from '../../../shared/ui/button.tsx'
import type { Content } from '../../../shared/ui/content.ts'
import { dayText } from '../../external-money/layout/day-text.ts'
import { PanelSection } from '../../external-money/layout/panel-section.tsx'
import { OfficePage, panelClass } from '../../layout/office-page.tsx'
import { formatDateTime } from '../../parts/format-date.ts'
import { TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { EntryLines } from './entry-lines.tsx'
import { EntryState } from './entry-state.tsx'
import { journalEntryQuery } from './journal-query.ts'
import { ReverseDialog } from './reverse-dialog.tsx'

const { to: ENTRIES } = OFFICE_PAGES.journalEntries

export default function JournalEntryPage() {
  const { id = '' } = useParams()
  const query = useQuery(journalEntryQuery(id))
  const isMissing = query.error instanceof ApiError && [400, 404].includes(query.error.status)
  return (
    <OfficePage title={t('Journal entry')}>
      <Link
        to={ENTRIES}
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-full text-sm font-medium text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4.5 rtl:-scale-x-100" />
        {t('All journal entries')}
      </Link>
      {query.data ? (
        <Entry entry={query.data} />
      ) : (
        <div className={panelClass}>
          {isMissing ? (
            <TableEmpty title={t('Journal entry not found')}>
              <ButtonLink to={ENTRIES} variant="secondary">
                {t('All journal entries')}
              </ButtonLink>
            </TableEmpty>
          ) : query.isError ? (
            <TableError
              text={t('Failed to load the journal entry.')}
              onRetry={() => void query.refetch()}
              busy={query.isFetching}
            />
          ) : (
            <TableSkeleton rows={6} />
          )}
        </div>
      )}
    </OfficePage>
  )
}

function Entry({ entry }: { entry: JournalEntry }) {
  const [isReversing, setReversing] = useState(false)
  const { text, state, date, lines, reverses, reversedBy } = entry
  return (
    <PanelSection
      title={text}
      beside={<EntryState entry={entry} />}
      actions={
        state === 'booked' &&
        !reverses &&
        !reversedBy && (
          <Permitted permission="books:manage">
            <Button variant="secondary" onClick={() => setReversing(true)}>
              <Undo2 aria-hidden className="size-4.5" />
              {t('Reverse')}
            </Button>
          </Permitted>
        )
      }
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-5 pb-4 sm:gap-x-8 lg:grid-cols-4">
        <Fact name={t('Number')}>
          <span className="figures">{entry.number ?? verbatim('–')}</span>
        </Fact>
        <Fact name={t('Value date')}>
          <span className="figures">{dayText(date)}</span>
        </Fact>
        <Fact name={t('Proposed')}>
          {entry.proposedBy.fullName}
          <span className="figures block text-sm text-muted">{formatDateTime(entry.proposedAt)}</span>
        </Fact>
        <Fact name={t('Confirmed and booked')}>
          {entry.confirmedBy?.fullName ?? verbatim('–')}
          {entry.bookedAt && <span className="figures block text-sm text-muted">{formatDateTime(entry.bookedAt)}</span>}
        </Fact>
      </dl>
      {state === 'pending' && (
        <p className="border-t border-line bg-sunken px-5 py-3 text-[0.9375rem] text-muted">
          {t('Nothing is booked before another member of staff confirms it.')}
          {verbatim(' ')}
          <Link to={OFFICE_PAGES.proposals.to} className="font-medium text-accent">
            {t('Proposals')}
          </Link>
        </p>
      )}
      {reverses && <LinkedEntry text={t('Reverses entry {number}', { number: reverses.number })} id={reverses._id} />}
      {reversedBy && (
        <LinkedEntry text={t('Reversed by entry {number}', { number: reversedBy.number })} id={reversedBy._id} />
      )}
      <div className="border-t border-line">
        <EntryLines lines={lines} />
      </div>
      <ReverseDialog entry={entry} open={isReversing} onClose={() => setReversing(false)} />
    </PanelSection>
  )
}

const LinkedEntry = ({ text, id }: { text: Text; id: string }) => (
  <p className="border-t border-line px-5 py-3">
    <Link to={`${ENTRIES}/${id}`} className="font-medium text-accent">
      {joinTexts(' ', text)}
    </Link>
  </p>
)

const Fact = ({ name, children }: { name: Text; children: Content }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-medium wrap-anywhere">{children}</dd>
  </div>
)
