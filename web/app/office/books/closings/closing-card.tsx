import { useState } from 'react'
import { Link } from 'react-router'
import {
  CLOSING_DOCUMENT_NAMES,
  CLOSING_DOCUMENTS,
  type ClosingDocumentName,
  closingFileName,
} from '#contract/books/closing-documents.ts'
import type { Closing } from '#contract/books/closings.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { useHasPermission } from '../../../shared/session/permitted.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Chip } from '../../external-money/layout/chip.tsx'
import { dayText } from '../../external-money/layout/day-text.ts'
import { DownloadButton } from '../../external-money/layout/download-button.tsx'
import { PanelSection } from '../../external-money/layout/panel-section.tsx'
import { formatDateTime } from '../../parts/format-date.ts'
import { ChecklistItems } from './checklist.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'

const periodOf = ({ from, until }: Closing): Text =>
  from ? joinTexts(' – ', dayText(from), dayText(until)) : t('Up to {day}', { day: dayText(until) })

export function ClosingCard({ closing, isLast }: { closing: Closing; isLast: boolean }) {
  return (
    <PanelSection title={periodOf(closing)} beside={<State closing={closing} />}>
      <div className="grid gap-5 px-5 pb-5">
        <History closing={closing} />
        <div className="grid gap-6 lg:grid-cols-2">
          <div className="grid content-start gap-3">
            <h3 className="text-sm font-medium text-muted">
              {closing.confirmedChecklist ? t('Checklist when it was confirmed') : t('Checklist')}
            </h3>
            <ChecklistItems checklist={closing.confirmedChecklist ?? closing.checklist} />
          </div>
          {closing.closedAt && <Documents closing={closing} />}
        </div>
        {isLast && <Reopening closing={closing} />}
      </div>
    </PanelSection>
  )
}

function State({ closing: { state, reopening } }: { closing: Closing }) {
  if (state === 'proposed') return <Chip tone="attention">{t('Waits for a second person')}</Chip>
  if (state === 'reopened') return <Chip tone="calm">{t('Reopened||closing')}</Chip>
  if (reopening) return <Chip tone="attention">{t('Reopening proposed')}</Chip>
  return <Chip tone="good">{t('Closed||closing')}</Chip>
}

function History({ closing }: { closing: Closing }) {
  const { proposedBy, proposedAt, closedBy, closedAt, reopening } = closing
  return (
    <div className="figures grid gap-1 text-[0.9375rem] text-muted">
      <p>{t('Proposed by {name}, {at}', { name: proposedBy.fullName, at: formatDateTime(proposedAt) })}</p>
      {closedBy && closedAt && (
        <p>{t('Confirmed by {name}, {at}', { name: closedBy.fullName, at: formatDateTime(closedAt) })}</p>
      )}
      {reopening && (
        <p className="wrap-anywhere">
          {t('Reopening proposed by {name}, {at}: {reason}', {
            name: reopening.proposedBy.fullName,
            at: formatDateTime(reopening.proposedAt),
            reason: reopening.reason,
          })}
        </p>
      )}
      {reopening?.confirmedBy && reopening.confirmedAt && (
        <p>
          {t('Reopened by {name}, {at}', {
            name: reopening.confirmedBy.fullName,
            at: formatDateTime(reopening.confirmedAt),
          })}
        </p>
      )}
      {(closing.state === 'proposed' || (reopening && !reopening.confirmedAt)) && (
        <p>
          <Link
            to={OFFICE_PAGES.proposals.to}
            className="font-semibold text-accent underline-offset-4 hover:underline print:hidden"
          >
            {t('Go to the proposal')}
          </Link>
        </p>
      )}
    </div>
  )
}

const DOCUMENT_NAMES: Record<ClosingDocumentName, TextId> = {
  'trial-balance': msg('Trial balance'),
  'balance-sheet': msg('Balance sheet'),
  'profit-and-loss': msg('Profit and loss'),
  journal: msg('Journal'),
}

function Documents({ closing: { _id, until, documents } }: { closing: Closing }) {
  return (
    <div className="grid content-start gap-3 print:hidden">
      <h3 className="text-sm font-medium text-muted">{t('Signed documents')}</h3>
      {documents.length < CLOSING_DOCUMENT_NAMES.length && (
        <p className="text-[0.9375rem] text-muted">{t('They are being made, and are here within a minute.')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {documents.map(({ name }) => (
          <DownloadButton
            key={name}
            path={`/admin/closings/${_id}/documents/${name}`}
            fileName={closingFileName(until, name)}
          >
            {joinTexts(', ', t(DOCUMENT_NAMES[name]), CLOSING_DOCUMENTS[name].name as Text)}
          </DownloadButton>
        ))}
      </div>
    </div>
  )
}

function Reopening({ closing }: { closing: Closing }) {
  const mayManage = useHasPermission('books:manage')
  const [open, setOpen] = useState(false)
  if (!mayManage || closing.reopening) return null
  return (
    <div className="print:hidden">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('Propose reopening')}
      </Button>
      <ReopenDialog closing={closing} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
