import { Check, Copy, UserRoundCheck, X } from 'lucide-react'
import { formatMoney } from '#contract/money.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { currentDirection, t } from '../../../shared/i18n/i18n.ts'
import { TYPE_NAMES } from '../../../shared/transaction-names.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import type { Content } from '../../../shared/ui/content.ts'
import { StatusBadge } from '../../../shared/ui/feedback/status-badge.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { bookingNote } from '../../../shared/ui/figures/booking-note.ts'
import { ReversedChip } from '../../../shared/ui/figures/reversed-chip.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { formatAge, isOverdue } from '../../parts/age.ts'
import { formatDateTime, formatDay } from '../../parts/format-date.ts'
import { Cell, coversRow, Row } from '../../parts/table-parts.tsx'
import { TagChips } from '../../tags/tag-chips.tsx'
import type { Decision } from '../decision/decision.ts'
import { RiskChips } from '../decision/risk-flags.tsx'
import { useTouchesOwnAccount } from '../decision/use-touches-own-account.ts'
import { warningsOf } from '../decision/warnings.ts'
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
  const { _id, user, amount, type, status, createdAt, submittedAt, reference } = transaction
  const bookedText = bookingNote(transaction, formatDay)
  const isPending = status === 'Pending'
  const touchesOwnAccount = useTouchesOwnAccount(transaction)
  return (
    <Row
      aria-selected={selected || undefined}
      className={classNames(
        'max-lg:grid-cols-[minmax(0,1fr)_auto]',
        selection && isPending && 'max-lg:ps-11',
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
          title={verbatim(_id)}
          className={classNames(coversRow, 'figures block text-start text-[0.8125rem] whitespace-nowrap text-muted')}
        >
          <span className="sr-only">
            {t(type === 'Deposit' ? msg('Deposit by {name}: ') : msg('Transfer by {name}: '), { name: user.fullName })}
          </span>
          <LeftToRight>{reference}</LeftToRight>
          {/* The id is searched for and quoted, and too long to be shown in a list. */}
          <span className="sr-only">{verbatim(`, ${_id}`)}</span>
        </button>
      </Cell>
      <Cell className="min-w-0 max-lg:order-1 lg:max-w-0">
        <Parties transaction={transaction} />
        <Marks transaction={transaction} />
      </Cell>
      <Cell className="text-end whitespace-nowrap max-lg:order-2">
        <Amount amount={amount} signed className="font-semibold" />
      </Cell>
      {/* Between phones and wide screens the sign of the amount says it. */}
      <Cell className="max-lg:order-3 max-lg:text-sm max-lg:text-muted lg:ps-4 lg:max-xl:hidden">
        {t(TYPE_NAMES[type])}
      </Cell>
      <Cell className="whitespace-nowrap max-lg:order-4 max-lg:justify-self-end">
        <StatusBadge status={status} />
        <ReversedChip transaction={transaction} />
      </Cell>
      <Cell
        className={classNames(
          'figures text-[0.8125rem] leading-4 max-lg:order-6 xl:whitespace-nowrap',
          isPending && 'max-sm:col-span-2',
        )}
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
        {!isPending && <span className="text-[0.8125rem] text-muted">{t('Updated')}</span>}
      </Cell>
    </Row>
  )
}

/** Whose money it is, and where it goes or comes from, on one line. */
function Parties({ transaction: { user, account, counterparty, type } }: Pick<Props, 'transaction'>) {
  const payee = counterparty?.accountName
  // From the payer to the payee, in the direction of reading.
  const pointsRight = (type === 'Transfer') === (currentDirection() === 'ltr')
  return (
    <span className="flex min-w-0 items-baseline gap-x-1.5 leading-5 max-lg:flex-wrap">
      <span className="min-w-0 truncate font-medium" title={user.fullName}>
        {user.fullName}
      </span>
      {/* Nothing for the main account. */}
      {account && <span className="min-w-0 shrink-2 truncate text-sm text-muted">{account.name}</span>}
      {payee && (
        <span className="flex min-w-0 items-baseline gap-x-1.5 text-sm text-muted" title={payee}>
          <span aria-hidden="true">{verbatim(pointsRight ? '→' : '←')}</span>
          <span className="sr-only">
            {t(type === 'Deposit' ? msg('from {name}') : msg('to {name}'), { name: payee })}
          </span>
          <span aria-hidden="true" className="truncate">
            {payee}
          </span>
        </span>
      )}
    </span>
  )
}

/** What to see before the transaction is opened, in one line below the names. */
function Marks({ transaction }: Pick<Props, 'transaction'>) {
  const { duplicateReceipt, proposedBy, status, flags, tags } = transaction
  const proposed = proposedBy && status === 'Pending'
  if (!duplicateReceipt && !proposed && flags.length === 0 && tags.length === 0) return null
  return (
    <span
      title={joinTexts(', ', ...warningsOf(transaction))}
      className="flex gap-x-2 overflow-hidden whitespace-nowrap max-lg:flex-wrap lg:-mb-px lg:[&_*]:text-xs lg:[&_*]:leading-4"
    >
      <RiskChips flags={flags} />
      {duplicateReceipt && <Flag icon={<Copy aria-hidden className="size-3.5" />}>{t('Duplicate receipt')}</Flag>}
      {proposed && (
        <Flag icon={<UserRoundCheck aria-hidden className="size-3.5" />}>
          {t('Proposed by {fullName}', { fullName: proposedBy.fullName })}
        </Flag>
      )}
      <TagChips tags={tags} />
    </span>
  )
}

const Flag = ({ icon, children }: { icon: Content; children: Text }) => (
  <span className="inline-flex items-center gap-1 text-[0.8125rem] font-medium text-warning">
    {icon}
    {children}
  </span>
)

/** Shift selects a range. Above the row's button, as the actions are. */
function RowCheckbox({ transaction, selection }: { transaction: AdminTransaction; selection: Selection }) {
  const { _id, type, user, amount } = transaction
  return (
    <span className="relative z-1 grid size-9 place-items-center lg:-my-1 lg:-me-2.5 lg:-ms-2 lg:size-8">
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

/** `z-1` puts these above the row's button, which covers the rest of the row. Only the icons where there is no room. */
function Actions({ onOpen, customerName }: { onOpen: Props['onOpen']; customerName: Text }) {
  return (
    <span className="relative z-1 inline-flex gap-1 lg:max-2xl:gap-0">
      <Action
        variant="approve"
        name={t('Approve')}
        label={t('Approve, {name}', { name: customerName })}
        icon={<Check aria-hidden className="size-4.5" />}
        onClick={() => onOpen('approve')}
      />
      <Action
        variant="decline"
        name={t('Decline')}
        label={t('Decline, {name}', { name: customerName })}
        icon={<X aria-hidden className="size-4.5" />}
        onClick={() => onOpen('decline')}
      />
    </span>
  )
}

const actionVariants = {
  approve: 'text-positive hover:bg-positive-soft',
  decline: 'text-negative hover:bg-negative-soft',
}

type ActionProps = {
  variant: keyof typeof actionVariants
  name: Text
  label: Text
  icon: Content
  onClick: () => void
}

const Action = ({ variant, name, label, icon, onClick }: ActionProps) => (
  <button
    type="button"
    aria-label={label}
    title={name}
    onClick={onClick}
    className={classNames(
      'inline-flex min-h-9 items-center gap-1 rounded-full px-2.5 text-sm font-semibold max-lg:min-h-11 lg:min-h-8 lg:max-2xl:px-1.75',
      actionVariants[variant],
    )}
  >
    {icon}
    <span className="lg:max-2xl:sr-only">{name}</span>
  </button>
)
