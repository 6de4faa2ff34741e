import { Link } from 'react-router'
import type { BankStatementLine, LineMatch } from '#contract/bank-statements.ts'
import { Amount } from '../../shared/ui/amount.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import { OwnAccountNote } from '../own-account-note.tsx'
import { useCurrentAdmin } from '../use-current-admin.ts'
import { isOpen } from './line-targets.ts'
import { Reasons, Score } from './match-parts.tsx'

type Props = {
  match: LineMatch
  line: BankStatementLine
  /** What the line is, or what the main button confirms. */
  isBest?: boolean
  busy?: boolean
  onChoose?: () => void
}

const LINK = 'font-medium text-accent underline-offset-4 hover:underline'

/** A person or a transaction that the line may be, and why. */
export function MatchCard({ match, line, isBest = false, busy = false, onChoose }: Props) {
  const me = useCurrentAdmin()
  const { user, transactionId, reference, amount, status, score, reasons } = match
  const isOwn = user?._id === me._id
  return (
    <div
      className={classNames(
        'grid gap-2 rounded-2xl border px-4 py-3',
        isBest && isOpen(line) ? 'border-accent/40 bg-accent-soft' : 'border-line bg-surface',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-lg font-semibold wrap-anywhere">
          {user ? (
            <Link to={`/dashboard/user/${user._id}`} className="underline-offset-4 hover:underline">
              {user.fullName}
            </Link>
          ) : (
            'Return of an earlier line'
          )}
        </p>
        <Score score={score} />
      </div>
      {transactionId && (
        <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={`/dashboard/all-transactions?transaction=${transactionId}`} className={LINK}>
            {reference ?? 'Transaction'}
          </Link>
          {amount !== null && <Amount amount={amount} />}
          {status && <StatusBadge status={status} />}
        </p>
      )}
      <Reasons reasons={reasons} />
      {isOpen(line) && <p className="text-[0.9375rem] text-muted">{effectOf(match, line)}</p>}
      {isOwn && isOpen(line) && <OwnAccountNote />}
      {onChoose && !isOwn && (
        <Button variant="secondary" className="justify-self-start" disabled={busy} onClick={onChoose}>
          Choose this one
        </Button>
      )}
    </div>
  )
}

/** What confirming it does. */
function effectOf({ transactionId, returnOf, status }: LineMatch, { amount }: BankStatementLine): string {
  if (returnOf) return 'Confirming says that this money went back to its sender.'
  if (!transactionId) return 'Confirming makes a deposit for this person and books the line.'
  if (status === 'Pending') return 'Confirming approves this deposit and books the line.'
  return amount < 0 ? 'Confirming says that the other bank paid this transfer.' : 'Confirming books the line for it.'
}
