import type { Account } from '#contract/customers/accounts.ts'
import { formatMoney, toAmount, toCents } from '#contract/money.ts'
import type { moveMoney } from '#contract/payments/moves.ts'
import { refusals } from '#contract/refusals.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { errorMessage } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../shared/api/use-idempotent-submission.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { checkAmount, parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { reloadTransactions } from '../transactions/transaction-queries.ts'
import { reloadAccounts } from './accounts-query.ts'

export type MoveFields = { from: string; to: string; amountText: string }
type MoveBody = { from: string; to: string; amount: number }

const AMOUNT_TEXT = msg('Enter a valid amount.')

/** One move between own accounts. The dialog stays open with its input until the bank has confirmed it. */
export function useMove(
  accounts: readonly Account[],
  preselected: Pick<MoveFields, 'from' | 'to'>,
  onDone: () => void,
) {
  const form = useForm<MoveFields>({ defaultValues: { ...preselected, amountText: '' }, reValidateMode: 'onSubmit' })
  const hidden = useAmountsHidden()
  const [from, to] = form.watch(['from', 'to'])
  const source = accounts.find(({ _id }) => _id === from)
  const target = accounts.find(({ _id }) => _id === to)
  const submission = useIdempotentSubmission(
    (body: MoveBody, idempotencyKey) => call<typeof moveMoney>('POST', '/accounts/move', { body, idempotencyKey }),
    {
      onDone: ({ amount }) => {
        const values = { amount: formatMoney(Math.abs(amount)), name: target?.name ?? verbatim('') }
        showToast({ message: hidden ? t('Money moved to {name}', values) : t('{amount} moved to {name}', values) })
        void reloadAccounts()
        void reloadTransactions()
        onDone()
      },
      // All refusals of a move are about the amount or about an account that has just changed.
      onRefused: (error) => {
        form.setError('amountText', { message: errorMessage(error) }, { shouldFocus: true })
        void reloadAccounts()
      },
    },
  )

  /** Choosing the other side's account swaps the two. */
  function choose(side: 'from' | 'to', id: string) {
    const other = side === 'from' ? 'to' : 'from'
    if (form.getValues(other) === id) form.setValue(other, form.getValues(side))
    form.setValue(side, id)
    form.clearErrors()
  }
  const amountError = (text: string): true | Text => {
    const cents = parseAmountCents(text)
    if (cents === null) return checkAmount(text, t(AMOUNT_TEXT))
    return cents <= (toCents(source?.balance ?? 0) ?? 0n) || t(refusals.insufficient_balance.message)
  }
  return {
    form,
    source,
    target,
    choose,
    swap: () => choose('from', to),
    amountError,
    submission,
    submit: form.handleSubmit((fields) =>
      submission.submit({ from, to, amount: toAmount(parseAmountCents(fields.amountText) ?? 0n) }),
    ),
  }
}
