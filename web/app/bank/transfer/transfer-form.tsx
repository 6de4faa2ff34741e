import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { formatMoney, toAmount } from '#contract/money.ts'
import { refusals } from '#contract/refusals.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { checkAmount, parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import type { Form } from '../../shared/ui/forms/use-form.ts'
import { reloadAccounts } from '../accounts/accounts-query.ts'
import { OwnAccountField } from '../accounts/own-account-field.tsx'
import type { Payer } from '../accounts/use-payer.ts'
import { limitsQuery } from '../limits-query.ts'
import { CODE_INPUT, formatIban, ibanError, swiftCodeError } from '../payees/bank-details.ts'
import { PAYEE_FIELDS, type PayeeDetails } from '../payees/payee-details.ts'
import { Payees } from './payees.tsx'
import type { TransferForm } from './transfer-values.ts'
import { WhenFields } from './when-fields.tsx'

const INVALID_AMOUNT_TEXT = msg('Enter a valid withdrawal amount.')
type Available = { balance: number; left: number | null }

/** True when the amount can be sent. The server decides again, with the balance of that moment. Null: not paid today. */
function amountError(text: string, available: Available | null): true | Text {
  const amountCents = parseAmountCents(text)
  if (amountCents === null) return checkAmount(text, t(INVALID_AMOUNT_TEXT))
  if (!available) return true
  const { balance, left } = available
  const amount = toAmount(amountCents)
  if (amount > balance) return t(refusals.insufficient_balance.message)
  if (left === null || amount <= left) return true
  return joinTexts(' ', t(refusals.limit_exceeded.message), t('{amount} is left.', { amount: formatMoney(left) }))
}

const REQUIRED_TEXTS: Partial<Record<keyof TransferForm, TextId>> = {
  accountName: msg('Account name is required.'),
  accountNumber: msg('Account number is required.'),
  bankName: msg('Bank name is required.'),
}

type Props = {
  form: Form<TransferForm>
  amountRef: RefObject<HTMLInputElement | null>
  /** The account that pays: its balance and number are checked before the PIN. */
  payer: Payer
  onReady: () => void
  /** The payee is already filled in, so recent payees are not offered. */
  payeeChosen: boolean
}

export function TransferFields({ form, amountRef, payer, onReady, payeeChosen }: Props) {
  const { register, handleSubmit, clearErrors, watch, setValue, formState } = form
  const { errors } = formState
  const { data: limits } = useQuery(limitsQuery)
  const available = watch('when') === 'today' ? { balance: payer.balance, left: limits?.left ?? null } : null

  const field = (name: keyof TransferForm) => {
    const missing = REQUIRED_TEXTS[name]
    return {
      ...register(name, {
        validate: (text) => {
          if (missing && text.trim() === '') return t(missing)
          if (name === 'amountText') return amountError(text, available)
          if (name === 'iban') return ibanError(text)
          return name !== 'accountNumber' || text.trim() !== payer.number || t(refusals.same_account.message)
        },
        onChange: () => clearErrors(name),
        ...(name === 'iban' ? { onBlur: (event) => setValue('iban', formatIban(event.target.value)) } : {}),
      }),
      error: errors[name]?.message,
      maxLength: 140,
      autoComplete: 'off',
    }
  }

  // The balance may have changed without a live update.
  const onInvalid = () => void reloadAccounts()

  function fill(payee: PayeeDetails) {
    for (const name of PAYEE_FIELDS) {
      setValue(name, name === 'iban' ? formatIban(payee.iban) : payee[name])
      clearErrors(name)
    }
    form.setFocus('amountText')
  }

  /** Registered in document order, because the first invalid field in that order gets the focus. */
  const amountField = () => {
    const { ref, ...rest } = field('amountText')
    const setRef = (input: HTMLInputElement | null) => {
      ref(input)
      amountRef.current = input
    }
    return { ...rest, ref: setRef }
  }
  const swiftCode = watch('swiftCode')
  return (
    <form noValidate onSubmit={handleSubmit(onReady, onInvalid)} className="grid gap-5">
      {!payeeChosen && <Payees onChoose={fill} />}
      <OwnAccountField label={t('From account')} {...register('accountId', { onChange: () => clearErrors() })} />
      <TextField label={t('Account name')} {...field('accountName')} />
      <TextField label={t('Account number')} inputMode="text" {...CODE_INPUT} {...field('accountNumber')} />
      <TextField label={t('Bank name')} {...field('bankName')} />
      <AmountField label={t('Amount')} hint={<MostToSend available={available} />} {...amountField()} />
      <TextField
        label={t('Message (optional)||payment')}
        hint={t('For example an invoice number. The payee sees it.')}
        {...field('message')}
      />
      <WhenFields form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('IBAN (optional)')} {...CODE_INPUT} {...field('iban')} />
        <TextField
          label={t('SWIFT code (optional)')}
          {...CODE_INPUT}
          hint={swiftCodeError(swiftCode) !== true && t('This doesn’t look like a valid SWIFT code. Please check it.')}
          {...field('swiftCode')}
        />
      </div>
      <Button type="submit" size="large">
        {t('Continue')}
      </Button>
    </form>
  )
}

/** The balance, or less when the daily limit leaves less. */
function MostToSend({ available }: { available: Available | null }) {
  const hidden = useAmountsHidden()
  if (!available) return t('It is paid if there is enough money on the day.')
  const { balance, left } = available
  if (left !== null && left < balance)
    return (
      <span className="figures">{t('Your daily limit leaves {left} to send today.', { left: formatMoney(left) })}</span>
    )
  return (
    <span className="figures">
      {hidden
        ? t('You can send up to your available balance.')
        : t('You can send up to {amount}.', { amount: formatMoney(balance) })}
    </span>
  )
}
