import { ArrowRightLeft, TriangleAlert, UserRoundCheck } from 'lucide-react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import type { Content } from '../../../shared/ui/content.ts'
import { panelClass } from '../../layout/office-page.tsx'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { formatAgo } from '../../parts/age.ts'
import { StandingReason, UserStatus } from '../../parts/user-status.tsx'

/** The customer, and their balance now and after each decision. */
export function CustomerSummary({ transactionCase }: { transactionCase: TransactionCase }) {
  const { user, transaction } = transactionCase
  return (
    <section aria-label={t('Customer')} className="grid gap-3">
      <div className={`${panelClass} grid gap-3 p-4`}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0">
            <Link
              to={`/dashboard/user/${user._id}`}
              className="font-semibold break-words underline-offset-4 hover:underline"
            >
              {user.fullName}
            </Link>
            <p className="text-sm break-all text-muted">{user.email}</p>
            <p className="figures text-sm wrap-anywhere text-muted">
              {transaction.account
                ? t('Savings account {name}, {number}', {
                    name: transaction.account.name,
                    number: transaction.account.number,
                  })
                : t('Account {accountNumber}', { accountNumber: user.accountNumber })}
            </p>
          </div>
          <UserStatus status={user.status} />
        </div>
        <StandingReason status={user.status} standing={user.standing} />
        <AvailableBalances transactionCase={transactionCase} />
      </div>
      {transaction.proposedBy && transaction.status === 'Pending' && <ProposalNotice transaction={transaction} />}
      {transactionCase.receiverName && <InternalTransferNotice transactionCase={transactionCase} />}
    </section>
  )
}

function AvailableBalances({ transactionCase }: { transactionCase: TransactionCase }) {
  const { user, transaction, balanceIfApproved, balanceIfDeclined } = transactionCase
  const isPending = transaction.status === 'Pending'
  return (
    <dl className="grid gap-x-4 gap-y-2 border-t border-line pt-3 sm:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
      <BalanceFigure
        name={t('Available now')}
        amount={availableNow(transactionCase)}
        note={!transaction.account && user.held > 0 && t('{held} on hold', { held: formatMoney(user.held) })}
      />
      {isPending && <BalanceFigure name={t('Available after approval')} amount={balanceIfApproved} />}
      {isPending && <BalanceFigure name={t('Available if declined')} amount={balanceIfDeclined} />}
    </dl>
  )
}

/** Of the transaction's account. A pending transfer's amount is held already, a pending deposit's is not there yet. */
const availableNow = ({ transaction, balanceIfApproved, balanceIfDeclined }: TransactionCase) =>
  transaction.type === 'Deposit' ? balanceIfDeclined : balanceIfApproved

const BalanceFigure = ({ name, note, amount }: { name: Text; note?: Content; amount: number }) => (
  <div className="max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-baseline max-sm:gap-x-4">
    <dt className="text-sm text-muted sm:text-[0.8125rem]">{name}</dt>
    <dd className="figures font-semibold">{formatMoney(amount)}</dd>
    {note && <dd className="figures text-sm text-muted max-sm:col-span-2 max-sm:text-end">{note}</dd>}
  </div>
)

function ProposalNotice({ transaction }: Pick<TransactionCase, 'transaction'>) {
  const me = useCurrentAdmin()
  const { proposedBy, proposedAt } = transaction
  const isOwn = proposedBy?._id === me._id
  return (
    <Notice icon={<UserRoundCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />}>
      <Trans
        text={isOwn ? msg('<0>You</0> proposed this {ago}.') : msg('<0>{name}</0> proposed this {ago}.')}
        parts={[(children) => <strong className="font-semibold">{children}</strong>]}
        values={{ name: proposedBy?.fullName, ago: proposedAt && formatAgo(proposedAt) }}
      />
      {verbatim(' ')}
      {isOwn ? t('A second member of staff must approve it. You can still decline it.') : t('It needs your approval.')}
    </Notice>
  )
}

/** The sender typed a name; this names the customer whose account it really is. */
function InternalTransferNotice({
  transactionCase: { receiverName, transaction },
}: {
  transactionCase: TransactionCase
}) {
  const typedName = transaction.counterparty?.accountName ?? ''
  const isSameName = typedName.trim().toLowerCase() === receiverName?.trim().toLowerCase()
  const Icon = isSameName ? ArrowRightLeft : TriangleAlert
  return (
    <Notice icon={<Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />}>
      <Trans
        text={
          isSameName
            ? msg('Internal transfer: the account belongs to <0>{name}</0>.')
            : msg('Internal transfer: the account belongs to <0>{name}</0>. The sender entered “{typedName}”.')
        }
        parts={[(children) => <strong className="font-semibold">{children}</strong>]}
        values={{ name: receiverName, typedName }}
      />
    </Notice>
  )
}

const Notice = ({ icon, children }: { icon: Content; children: Content }) => (
  <div className="flex gap-3 rounded-2xl bg-warning-soft px-4 py-3">
    {icon}
    <p className="min-w-0">{children}</p>
  </div>
)
