import { Link } from 'react-router'
import type { BankStatementEntry, EntryMatch } from '#contract/external-money/bank-statements.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { StatusBadge } from '../../../shared/ui/feedback/status-badge.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { OwnAccountNote } from '../../parts/own-account-note.tsx'
import { depositEffect } from './deposit-effect.ts'
import { differs, isOpen } from './entry-targets.ts'
import { Reasons, Score } from './match-parts.tsx'

type Props = {
  match: EntryMatch
  entry: BankStatementEntry
  /** What the entry is, or what the main button confirms. */
  isBest?: boolean
  busy?: boolean
  onChoose?: () => void
}

const LINK = 'font-medium text-accent underline-offset-4 hover:underline'

/** A person or a transaction that the entry may be, and why. */
export function MatchCard({ match, entry, isBest = false, busy = false, onChoose }: Props) {
  const me = useCurrentAdmin()
  const { user, transactionId, reference, amount, status, score, reasons } = match
  const isOwn = user?._id === me._id
  return (
    <div
      className={classNames(
        'grid gap-2 rounded-2xl border px-4 py-3',
        isBest && isOpen(entry) ? 'border-accent/40 bg-accent-soft' : 'border-line bg-surface',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-lg font-semibold wrap-anywhere">
          {user ? (
            <Link to={`/dashboard/user/${user._id}`} className="underline-offset-4 hover:underline">
              {user.fullName}
            </Link>
          ) : (
            t('Return of an earlier line')
          )}
        </p>
        <Score score={score} />
      </div>
      {transactionId && (
        <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={`/dashboard/all-transactions?transaction=${transactionId}`} className={LINK}>
            {reference ?? t('Transaction')}
          </Link>
          {amount !== null && <Amount amount={amount} />}
          {status && <StatusBadge status={status} />}
        </p>
      )}
      <Reasons reasons={reasons} />
      {isOpen(entry) && <p className="text-[0.9375rem] text-muted">{effectOf(match, entry)}</p>}
      {isOwn && isOpen(entry) && <OwnAccountNote />}
      {onChoose && !isOwn && (
        <Button variant="secondary" className="justify-self-start" disabled={busy} onClick={onChoose}>
          {t('Choose this one')}
        </Button>
      )}
    </div>
  )
}

/** What confirming it does. */
function effectOf(match: EntryMatch, { amount }: BankStatementEntry): Text {
  const { transactionId, returnOf, status } = match
  if (returnOf) return t('Confirming says that this money went back to its sender.')
  if (!transactionId) return t('Confirming makes a deposit for this person and books the line.')
  if (differs(match) && amount > 0) return depositEffect(status, true)
  if (status === 'Pending') return t('Confirming approves this deposit and books the line.')
  return amount < 0
    ? t('Confirming says that the other bank paid this transfer.')
    : t('Confirming books the line for it.')
}
