import { Copy } from 'lucide-react'
import type { TransactionCase } from '#contract/transaction-case.ts'
import type { AdminTransaction } from '#contract/transactions.ts'
import { Amount } from '../../shared/ui/amount.tsx'
import { bookedOn } from '../../shared/ui/booked-on.ts'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import { officeDay } from '../format-date.ts'

type OnOpen = { onOpen: (id: string) => void }

/** The same file came before: the strongest sign that something is wrong with a deposit. */
export function SameReceipt({ found, onOpen }: { found: TransactionCase } & OnOpen) {
  return (
    <section aria-label="The same receipt elsewhere" className="grid gap-2 rounded-2xl bg-warning-soft p-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <Copy aria-hidden className="size-5 text-warning" />
        This receipt file was sent before
      </h3>
      {found.sameReceipt.length === 0 ? (
        <p>Somebody else uploaded the same file, without a deposit.</p>
      ) : (
        <ul className="grid">
          {found.sameReceipt.map((other) => (
            <Other key={other._id} other={other} onOpen={onOpen} note={`with a deposit of ${other.user.fullName}`} />
          ))}
        </ul>
      )}
    </section>
  )
}

export function EarlierDecisions({ earlier, onOpen }: Pick<TransactionCase, 'earlier'> & OnOpen) {
  return (
    <section aria-label="Earlier decisions">
      <h3 className="mb-2 font-semibold">Earlier decisions on this person</h3>
      {earlier.length === 0 ? (
        <p className="text-muted">None yet: this is the first.</p>
      ) : (
        <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          {earlier.map((other) => (
            <Other key={other._id} other={other} onOpen={onOpen} note={decisionOn(other)} padded />
          ))}
        </ul>
      )}
    </section>
  )
}

const decisionOn = ({ decidedBy, reason }: AdminTransaction) =>
  [decidedBy && `by ${decidedBy.fullName}`, reason && `“${reason}”`].filter(Boolean).join(': ')

function Other({ other, note, padded = false, onOpen }: OtherProps) {
  return (
    <li className={padded ? 'bg-surface px-4 py-2' : 'py-1'}>
      <button
        type="button"
        onClick={() => onOpen(other._id)}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 text-left hover:underline"
      >
        <span className="figures text-sm">
          {[other.type, officeDay(other.createdAt), bookedOn(other, officeDay)].filter(Boolean).join(', ')}
        </span>
        <Amount dollars={other.amount} signed className="font-medium" />
        <span className="text-sm break-words text-muted">{note}</span>
        <span className="justify-self-end">
          <StatusBadge status={other.status} />
        </span>
      </button>
    </li>
  )
}
type OtherProps = { other: AdminTransaction; note: string; padded?: boolean } & OnOpen
