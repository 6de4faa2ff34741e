import { Info, UserRoundCheck } from 'lucide-react'
import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { formatAgo } from '../../parts/age.ts'

type ConflictProps = { message: Text | undefined; entry: BankStatementEntry }

/** A colleague decided meanwhile, or the entry is no longer what the page showed. The entry below is as it is now. */
export function ConflictNotice({ message, entry }: ConflictProps) {
  if (!message) return null
  const { decidedBy, decidedAt } = entry
  return (
    <div role="alert" className="flex gap-3 rounded-2xl bg-warning-soft px-4 py-3">
      <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div>
        <p className="font-medium">{message}</p>
        <p>
          {decidedBy && decidedAt
            ? t('{name} decided it {ago}. Below you see the line as it is now.', {
                name: decidedBy.fullName,
                ago: formatAgo(decidedAt),
              })
            : t('Below you see the line as it is now.')}
        </p>
      </div>
    </div>
  )
}

export function SecondPersonNotice({ entry, isMine }: { entry: BankStatementEntry; isMine: boolean }) {
  if (!entry.waitsFor) return null
  const isReturn = entry.returnedReason !== null
  return (
    <div className="flex gap-3 rounded-2xl bg-warning-soft px-4 py-3">
      <UserRoundCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <p>
        {isMine ? t('You proposed this.') : proposedText(entry)}
        {verbatim(' ')}
        {isMine
          ? t('A second member of staff has to confirm it. Until then no money moves.')
          : entry.state === 'booked'
            ? t('Undo it too if you agree. Until then it stays booked.')
            : isReturn
              ? t('Return the money too if you agree, or undo it.')
              : entry.booking
                ? t('Book it too if you agree, or undo it.')
                : t('Confirm it too if you agree, or undo it.')}
      </p>
    </div>
  )
}

const proposedText = ({ proposedBy }: BankStatementEntry) =>
  proposedBy ? t('{name} proposed this.', { name: proposedBy.fullName }) : t('A colleague proposed this.')
