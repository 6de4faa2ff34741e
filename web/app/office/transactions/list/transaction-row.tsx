import { Check, Copy, UserRoundCheck, X } from 'lucide-react'
import { formatMoney } from '#contract/money.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { TYPE_NAMES } from '../../../shared/transaction-names.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import type { Content } from '../../../shared/ui/content.ts'
import { StatusBadge } from '../../../shared/ui/feedback/status-badge.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { bookingNote } from '../../../shared/ui/figures/booking-note.ts'
import { ReversedChip } from '../../../shared/ui/figures/reversed-chip.tsx'
import { formatAge, isOverdue } from '../../parts/age.ts'
import { formatDateTime, formatDay } from '../../parts/format-date.ts'
import { Cell, coversRow, Row } from '../../parts/table-parts.tsx'
import { TagChips } from '../../tags/tag-chips.tsx'
import type { Decision } from '../decision/decision.ts'
import { RiskChips } from '../decision/risk-flags.tsx'
import { useTouchesOwnAccount } from '../decision/use-touches-own-account.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  transaction: AdminTransaction
  showsAge: boolean
  selected: boolean
  /** Null in lists without checkboxes. */
  selection: Selection | null
  canDecide: boolean
  onOpen: (decision?: Decision) => void
}

export function TransactionRow({ transaction, showsAge, selected, selection, canDecide, onOpen }: Props) {
  const { _id, user, amount, type, status, createdAt, submittedAt } = transaction
  const bookedText = bookingNote(transaction, formatDay)
  const isPending = status === 'Pending'
  const touchesOwnAccount = useTouchesOwnAccount(transaction)
  return (
    <Row
      aria-selected={selected || undefined}
      className={classNames(
        'max-lg:grid-cols-[minmax(0,1fr)_auto]',
        selection && 'max-lg:ps-11',
        selected && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      {selection && (
        <Cell className="max-lg:absolute max-lg:top-2 max-lg:start-1 lg:pe-0">
          {isPending && <RowCheckbox transaction={transaction} selection={selection} />}
        </Cell>
      )}
      <Cell className="max-lg:order-5 max-lg:col-span-2">
        <button
          type="button"
          data-row={_id}
          onClick={() => onOpen()}
          className={classNames(coversRow, 'figures block text-start text-xs leading-4 whitespace-nowrap text-muted')}
        >
          <span className="sr-only">
            {t(type === 'Deposit' ? msg('Deposit by {name}: ') : msg('Transfer by {name}: '), { name: user.fullName })}
          </span>
          {/* The id starts with a time and ends with random digits: two lines show both. */}
          <bdi dir="ltr" className="block whitespace-pre">{`${_id.slice(0, 19)}\n${_id.slice(19)}`}</bdi>
        </button>
      </Cell>
      <Cell className="min-w-0 max-lg:order-1 lg:max-w-48">
        <span className="line-clamp-2 font-medium wrap-anywhere" title={user.fullName}>
          {user.fullName}
        </span>
        <SavingsName transaction={transaction} />
        <Flags transaction={transaction} />
        <RiskChips flags={transaction.flags} />
        <TagChips tags={transaction.tags} />
      </Cell>
      <Cell className="text-end whitespace-nowrap max-lg:order-2">
        <Amount amount={amount} signed className="font-semibold" />
      </Cell>
      <Cell className="max-lg:order-3 max-lg:text-sm max-lg:text-muted lg:ps-4">{t(TYPE_NAMES[type])}</Cell>
      <Cell className="max-lg:order-4 max-lg:justify-self-end">
        <StatusBadge status={status} />
        <ReversedChip transaction={transaction} />
      </Cell>
      <Cell
        className={classNames('figures text-sm max-lg:order-6 lg:whitespace-nowrap', isPending && 'max-sm:col-span-2')}
      >
        {formatDateTime(createdAt)}
        {bookedText && <span className="block text-muted">{bookedText}</span>}
        {showsAge && isPending && <Waiting since={submittedAt} />}
      </Cell>
      {/* On a phone the buttons get a row of their own. */}
      <Cell
        className={classNames(
          'text-end max-lg:order-7',
          isPending
            ? 'max-lg:justify-self-end max-sm:col-span-2 max-sm:-ms-2.5 max-sm:justify-self-start'
            : 'max-lg:justify-self-end',
        )}
      >
        {isPending && canDecide && !touchesOwnAccount && <Actions onOpen={onOpen} customerName={user.fullName} />}
        {!isPending && <span className="text-sm text-muted">{t('Updated')}</span>}
      </Cell>
    </Row>
  )
}

/** Shift selects a range. Above the row's button, as the actions are. */
function RowCheckbox({ transaction, selection }: { transaction: AdminTransaction; selection: Selection }) {
  const { _id, type, user, amount } = transaction
  return (
    <span className="relative z-1 grid size-9 place-items-center lg:-m-2.5">
      <input
        type="checkbox"
        aria-label={t(
          type === 'Deposit' ? msg('Select deposit of {amount}, {name}') : msg('Select transfer of {amount}, {name}'),
          {
            amount: formatMoney(Math.abs(amount)),
            name: user.fullName,
          },
        )}
        checked={selection.ids.has(_id)}
        onChange={(event) => selection.toggle(_id, (event.nativeEvent as MouseEvent).shiftKey)}
        className="size-4.5 accent-accent"
      />
    </span>
  )
}

const Waiting = ({ since }: { since: string }) => (
  <span className={classNames('block', isOverdue(since) ? 'font-medium text-warning' : 'text-muted')}>
    {t('waiting {age}', { age: formatAge(since) })}
  </span>
)

/** Nothing for the main account. */
const SavingsName = ({ transaction: { account } }: Pick<Props, 'transaction'>) =>
  account && <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{account.name}</span>

/** Warnings visible before the transaction is opened. */
function Flags({ transaction: { duplicateReceipt, proposedBy, status } }: Pick<Props, 'transaction'>) {
  const proposed = proposedBy && status === 'Pending'
  if (!duplicateReceipt && !proposed) return null
  return (
    <span className="flex flex-wrap gap-x-3 text-[0.8125rem] font-medium text-warning">
      {duplicateReceipt && <Flag icon={<Copy aria-hidden className="size-3.5" />}>{t('Duplicate receipt')}</Flag>}
      {proposed && (
        <Flag icon={<UserRoundCheck aria-hidden className="size-3.5" />}>
          {t('Proposed by {fullName}', { fullName: proposedBy.fullName })}
        </Flag>
      )}
    </span>
  )
}

const Flag = ({ icon, children }: { icon: Content; children: Text }) => (
  <span className="inline-flex items-center gap-1">
    {icon}
    {children}
  </span>
)

/** `z-1` puts these above the row's button, which covers the rest of the row. Below each other where there is no room. */
function Actions({ onOpen, customerName }: { onOpen: Props['onOpen']; customerName: Text }) {
  return (
    <span className="relative z-1 inline-flex gap-1 lg:max-2xl:flex-col lg:max-2xl:items-start lg:max-2xl:gap-0">
      <Action variant="approve" label={t('Approve, {name}', { name: customerName })} onClick={() => onOpen('approve')}>
        <Check aria-hidden className="size-4.5" />
        {t('Approve')}
      </Action>
      <Action variant="decline" label={t('Decline, {name}', { name: customerName })} onClick={() => onOpen('decline')}>
        <X aria-hidden className="size-4.5" />
        {t('Decline')}
      </Action>
    </span>
  )
}

const actionVariants = {
  approve: 'text-positive hover:bg-positive-soft',
  decline: 'text-negative hover:bg-negative-soft',
}

function Action({ variant, label, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={classNames(
        'inline-flex min-h-9 items-center gap-1 rounded-full px-2.5 text-sm font-semibold max-lg:min-h-11 lg:max-2xl:min-h-7.5',
        actionVariants[variant],
      )}
    >
      {children}
    </button>
  )
}
type ActionProps = { variant: keyof typeof actionVariants; label: Text; onClick: () => void; children: Content }
