import type { Proposal } from '#contract/authority/proposals.ts'
import type { Checklist } from '#contract/books/closings.ts'
import type { JournalLine } from '#contract/books/journal-entries.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { ChecklistItems } from '../books/closings/checklist.tsx'
import { EntryLines } from '../books/journal-entries/entry-lines.tsx'
import { dayText } from '../external-money/layout/day-text.ts'
import { proposedFields } from './describe-proposal.ts'

/** What is and what would be, side by side; on a phone below each other. */
export function ProposalFields({ proposal }: { proposal: Proposal }) {
  const decided = proposal.state !== 'pending'
  const fields = proposedFields(proposal)
  if (proposal.kind === 'journal_entry' && fields.length > 0) return <JournalEntryFields after={proposal.after} />
  if (fields.length === 0) return <p className="text-sm text-muted">{t('Administrators see the details.')}</p>
  return (
    <dl className="grid gap-3">
      {fields.map(({ label, before, after }) => (
        <div key={label} className="grid gap-1.5">
          <dt className="text-sm font-medium text-muted">{label}</dt>
          <dd className="grid gap-2 sm:grid-cols-2">
            <Value name={decided ? t('Before') : t('Now')} lines={before} />
            <Value name={t('Proposed')} lines={after} emphasized />
          </dd>
        </div>
      ))}
      {isChecklist(proposal.after.checklist) && (
        <div className="grid gap-1.5">
          <dt className="text-sm font-medium text-muted">{t('Checklist')}</dt>
          <dd>
            <ChecklistItems checklist={proposal.after.checklist} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** An entry by hand changes nothing that is: it has no fields side by side. */
const JournalEntryFields = ({ after: { date, lines } }: { after: Proposal['after'] }) => (
  <div className="grid gap-2">
    <p className="figures text-sm text-muted">
      {t('Value date')}
      {verbatim(' ')}
      {dayText(String(date))}
    </p>
    <div className="overflow-clip rounded-xl border border-line">
      <EntryLines lines={lines as JournalLine[]} />
    </div>
  </div>
)
/** The fields of a proposal are of any kind. */
const isChecklist = (value: unknown): value is Checklist =>
  typeof value === 'object' && value !== null && 'items' in value

type ValueProps = { name: Text; lines: Text[]; emphasized?: boolean }

const Value = ({ name, lines, emphasized = false }: ValueProps) => (
  <div
    className={`grid min-w-0 content-start gap-1 rounded-xl px-3.5 py-2 ${emphasized ? 'bg-accent-soft' : 'bg-sunken'}`}
  >
    <p className="text-xs text-muted">{name}</p>
    {lines.map((line) => (
      <p key={line} className="figures wrap-anywhere font-medium">
        {line}
      </p>
    ))}
  </div>
)
