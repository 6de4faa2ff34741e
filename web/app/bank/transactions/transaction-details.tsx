import { useRef } from 'react'
import { Link } from 'react-router'
import type { Account } from '#contract/customers/accounts.ts'
import { receiptFileName } from '#contract/payments/receipt-files.ts'
import { referenceOf } from '#contract/payments/reference.ts'
import type { OwnTransaction, Transaction } from '#contract/payments/transactions.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { currencyWord } from '../../shared/currency-words.ts'
import { DocumentButton } from '../../shared/files/document-button.tsx'
import { t, translateText } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { TYPE_NAMES } from '../../shared/transaction-names.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import type { Content } from '../../shared/ui/content.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { ReversedChip } from '../../shared/ui/figures/reversed-chip.tsx'
import { transactionDate } from '../../shared/ui/figures/transaction-date.ts'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { useAccounts } from '../accounts/accounts-query.ts'
import { currencySymbol } from '../currency-symbol.ts'
import type { SplitState } from '../pay-requests/split-state.ts'
import type { TransferPageState } from '../payees/payee-details.ts'
import { useProfile } from '../use-profile.ts'
import { CancelTransfer, isCancellable } from './cancel-transfer.tsx'
import { LabelForm } from './label-form.tsx'
import { Receipt } from './receipt.tsx'
import { accountOf, counterpartyName, inGroupsOfFour, methodLabel } from './transaction-labels.ts'
import { isCancelled, TransactionStatus } from './transaction-status.tsx'

type Props = { transaction: OwnTransaction | null; onClose: () => void }

/** All details of one transaction. Keeps showing the last one while the dialog closes. */
export function TransactionDetails({ transaction, onClose }: Props) {
  const last = useRef(transaction)
  const accounts = useAccounts()
  if (transaction) last.current = transaction
  const shown = transaction ?? last.current
  if (!shown) return null
  return (
    <Dialog open={transaction !== null} onClose={onClose} title={t(TYPE_NAMES[shown.type])} inParts>
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <HideableAmount amount={shown.amount} signed={!isCancelled(shown)} className="display text-4xl break-all" />
          <span className="flex flex-wrap gap-2">
            <TransactionStatus transaction={shown} />
            <ReversedChip transaction={shown} />
          </span>
        </div>
        <Reversal transaction={shown} onFollow={onClose} />
        {shown.status === 'Declined' && <Declined transaction={shown} />}
        <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          <DetailRow name={t('Reference')}>
            <span className="figures break-all">
              <LeftToRight>{shown.reference}</LeftToRight>
            </span>
            <CopyButton text={shown.reference} />
          </DetailRow>
          {accounts.length > 1 && (
            <DetailRow name={t('Account')}>
              <span className="min-w-0 wrap-anywhere">{accountOf(shown, accounts)?.name}</span>
            </DetailRow>
          )}
          <DetailRow name={t('Method')}>{methodLabel(shown)}</DetailRow>
          <DetailRow name={t('Value date')}>
            <span className="figures">{transactionDate(shown.createdAt)}</span>
          </DetailRow>
          <DetailRow name={t('Booking date')}>
            <span className="figures">{bookingDate(shown)}</span>
          </DetailRow>
          <Quote crypto={shown.crypto} />
          <Counterparty transaction={shown} accounts={accounts} />
          {shown.message && (
            <DetailRow name={t('Message||payment')}>
              <bdi className="min-w-0 wrap-anywhere">{shown.message}</bdi>
            </DetailRow>
          )}
        </dl>
        <LabelForm transaction={shown} />
        {shown.receipt && <Receipt imageUrl={shown.receipt} />}
        <div className="flex flex-wrap gap-3">
          <PayAgain transaction={shown} />
          <DocumentButton
            label={t('Receipt')}
            path={`/transactions/${shown._id}/receipt`}
            fileName={receiptFileName(shown.reference)}
          />
          <ButtonLink variant="secondary" to={`/dashboard/support-user?about=${encodeURIComponent(shown.reference)}`}>
            {t('Ask support about this')}
          </ButtonLink>
          {isSplittable(shown) && (
            <ButtonLink variant="secondary" to="/dashboard/request" state={splitOf(shown)}>
              {t('Split this')}
            </ButtonLink>
          )}
          {isCancellable(shown) && <CancelTransfer transfer={shown} onDone={onClose} />}
        </div>
      </div>
    </Dialog>
  )
}

/** Money that was spent, and that others may owe a part of. */
const isSplittable = ({ type, status, method, reverses, reversedBy, returnedBy }: Transaction) =>
  type === 'Transfer' &&
  status === 'Completed' &&
  method !== 'move' &&
  method !== 'adjustment' &&
  !reverses &&
  !reversedBy &&
  !returnedBy

const splitOf = ({ amount, counterparty, message }: Transaction): SplitState => ({
  split: { amount: Math.abs(amount), reference: message || (counterparty?.accountName ?? '') },
})

/** Opens Send with the payee filled in. What the bank booked, and moves between own accounts, have no payee. */
function PayAgain({ transaction: { type, method, counterparty, reverses } }: { transaction: Transaction }) {
  const canPay = useProfile().user.status === 'Active'
  if (!canPay || !counterparty || type !== 'Transfer' || reverses || !['wire', 'internal'].includes(method)) return null
  return (
    <ButtonLink to="/dashboard/send" state={{ prefill: counterparty } satisfies TransferPageState}>
      {t('Pay again')}
    </ButtonLink>
  )
}

/** Links both directions. The list finds the other one by its reference. */
function Reversal({ transaction, onFollow }: { transaction: Transaction; onFollow: () => void }) {
  const { reverses, reversedBy, returns, returnedBy } = transaction
  const linked = reverses ?? reversedBy ?? returns ?? returnedBy
  if (!linked) return null
  const reference = referenceOf(linked)
  return (
    <p className="rounded-2xl bg-sunken px-4 py-3">
      <Trans
        text={linkText(transaction)}
        parts={[
          (children) => (
            <Link
              onClick={onFollow}
              to={`/dashboard/transactions?search=${encodeURIComponent(reference)}`}
              className="figures font-semibold text-accent underline underline-offset-2 hover:no-underline"
            >
              {children}
            </Link>
          ),
        ]}
        values={{ reference }}
      />
      {returns && transaction.reason && <span className="mt-1 block">{translateText(transaction.reason)}</span>}
    </p>
  )
}

function linkText({ reverses, reversedBy, returns }: Transaction): TextId {
  if (reverses) return msg('Booked by the bank. It reverses <0>{reference}</0>.')
  if (reversedBy) return msg('The bank reversed this transaction with <0>{reference}</0>.')
  return returns
    ? msg('The other bank sent your money back. It returns <0>{reference}</0>.')
    : msg('The other bank sent this money back. You got it with <0>{reference}</0>.')
}

function DetailRow({ name, children }: { name: Text; children: Content }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 bg-surface px-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-end font-medium break-words">
        {children}
      </dd>
    </div>
  )
}

function Declined({ transaction }: { transaction: Transaction }) {
  const reason = translateText(transaction.reason)
  if (isCancelled(transaction)) return <p className="rounded-2xl bg-sunken px-4 py-3">{reason}</p>
  return (
    <p className="rounded-2xl bg-warning-soft px-4 py-3">
      <span className="font-semibold">{reason ? t('Reason: ') : t('This transaction was declined.')}</span>
      {reason}
    </p>
  )
}

function Quote({ crypto }: Pick<Transaction, 'crypto'>) {
  if (!crypto) return null
  return (
    <>
      <DetailRow name={t('Amount due')}>
        <span className="figures break-all">{joinTexts(' ', crypto.amountDue, currencySymbol(crypto.currency))}</span>
      </DetailRow>
      <DetailRow name={t('Rate per {one}', { one: currencyWord('one') })}>
        <span className="figures break-all">{crypto.rate}</span>
      </DetailRow>
    </>
  )
}

function bookingDate({ bookedAt, status }: Transaction): Text {
  if (bookedAt) return transactionDate(bookedAt)
  return status === 'Declined' ? t('Not processed') : t('Not yet processed')
}

type CounterpartyProps = { transaction: Transaction; accounts: readonly Account[] }

function Counterparty({ transaction, accounts }: CounterpartyProps) {
  const { type, status, counterparty } = transaction
  if (!counterparty) return null
  const { accountNumber, bankName, iban, swiftCode } = counterparty
  const details: [name: Text, value: string][] = [
    [
      type === 'Deposit' ? t('Received from') : status === 'Completed' ? t('Paid to') : t('Pay to'),
      counterpartyName(transaction, accounts) ?? '',
    ],
    [t('Account number'), accountNumber],
    [t('Bank'), bankName],
    [t('IBAN'), inGroupsOfFour(iban)],
    [t('SWIFT code'), swiftCode],
  ]
  return details.map(
    ([name, value]) =>
      value && (
        <DetailRow key={name} name={name}>
          <bdi className="min-w-0 wrap-anywhere">{value}</bdi>
        </DetailRow>
      ),
  )
}
