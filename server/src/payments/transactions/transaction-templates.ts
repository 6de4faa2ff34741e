import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import type { EmailTemplate } from '../../notifications/template.ts'
import { formatCents } from '../../platform/texts/formats.ts'
import type { Texts } from '../../platform/texts/texts.ts'

type Details = {
  amount: string
  counterparty: string
  isCredit: boolean
  reason: Text[]
  /** The request that it pays. */
  request: Text[]
  t: Texts['t']
}

function transactionEmail(subject: TextId, paragraphs: (details: Details) => Text[]): EmailTemplate {
  return ({ email, data }, { transactions, requestReferences, texts }) => {
    const transaction = transactions.get(String(data.transactionId))
    if (!transaction) return null
    const { amountCents, counterparty, reason, reference } = transaction
    const { t } = texts
    const asked = requestReferences.get(transaction.id)
    const details = {
      amount: formatCents(amountCents < 0n ? -amountCents : amountCents, texts),
      isCredit: amountCents > 0n,
      counterparty: counterparty?.name ?? '',
      request: asked === undefined ? [] : [requestText(asked, t)],
      reason: reason ? [t('Reason: {reason}', { reason: texts.stored(reason) })] : [],
      t,
    }
    return {
      to: email,
      subject: t(subject),
      paragraphs: [...paragraphs(details), t('Reference: {reference}', { reference })],
    }
  }
}

/** What the person wrote themself: no one else's words look like the bank's. */
const requestText = (reference: string, t: Texts['t']) =>
  reference ? t('It pays your request “{reference}”.', { reference }) : t('It pays a request that you made.')

export const TRANSACTION_TEMPLATES = {
  'deposit.approved': transactionEmail(msg('Your deposit was approved'), ({ t, amount }) => [
    t('Your deposit of {amount} was approved. The money is in your account.', { amount }),
  ]),
  'deposit.declined': transactionEmail(msg('Your deposit was declined'), ({ t, amount, reason }) => [
    t('Your deposit of {amount} was declined.', { amount }),
    ...reason,
  ]),
  'deposit.received': transactionEmail(msg('You received money'), ({ t, amount, counterparty, request }) => [
    counterparty
      ? t('You received {amount} from {counterparty}. The money is in your account.', { amount, counterparty })
      : t('You received {amount} from another account. The money is in your account.', { amount }),
    ...request,
  ]),
  'transfer.approved': transactionEmail(msg('Your transfer was sent'), ({ t, amount, counterparty }) => [
    counterparty
      ? t('Your transfer of {amount} to {counterparty} was approved and is on its way.', { amount, counterparty })
      : t('Your transfer of {amount} to another account was approved and is on its way.', { amount }),
  ]),
  'transfer.completed': transactionEmail(msg('Your transfer was sent'), ({ t, amount, counterparty }) => [
    counterparty
      ? t('Your transfer of {amount} to {counterparty} was completed.', { amount, counterparty })
      : t('Your transfer of {amount} to another account was completed.', { amount }),
  ]),
  'transfer.declined': transactionEmail(msg('Your transfer was declined'), ({ t, amount, counterparty, reason }) => [
    counterparty
      ? t('Your transfer of {amount} to {counterparty} was declined. The money is available in your account again.', {
          amount,
          counterparty,
        })
      : t('Your transfer of {amount} to another account was declined. The money is available in your account again.', {
          amount,
        }),
    ...reason,
  ]),
  'transfer.returned': transactionEmail(msg('Your transfer came back'), ({ t, amount, counterparty, reason }) => [
    counterparty
      ? t('Your transfer of {amount} to {counterparty} came back. The money is in your account again.', {
          amount,
          counterparty,
        })
      : t('Your transfer of {amount} to another account came back. The money is in your account again.', { amount }),
    ...reason,
  ]),
  'transaction.reversed': transactionEmail(msg('We reversed a transaction'), ({ t, amount, isCredit }) => [
    isCredit
      ? t('We reversed one of your transactions. {amount} is back in your account.', { amount })
      : t('We reversed a payment to your account. {amount} was deducted from your account.', { amount }),
    t(
      'You can see which transaction it was in your list of transactions. If you have questions, reply in the support chat.',
    ),
  ]),
} satisfies Record<string, EmailTemplate>
