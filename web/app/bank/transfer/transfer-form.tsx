import type { RefObject } from 'react'
import { normalizeNumber } from '#contract/account-numbers.ts'
import { refusals } from '#contract/refusals.ts'
import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import type { Form } from '../../shared/ui/forms/use-form.ts'
import { reloadAccounts, useAccounts } from '../accounts/accounts-query.ts'
import { OwnAccountField } from '../accounts/own-account-field.tsx'
import type { Payer } from '../accounts/use-payer.ts'
import { accountNumberError, CODE_INPUT, formatIban, ibanError, swiftCodeError } from '../payees/bank-details.ts'
import { PAYEE_FIELDS, type PayeeDetails } from '../payees/payee-details.ts'
import { amountError, MostToSend, useAvailable } from './amount-to-send.tsx'
import { Payees } from './payees.tsx'
import type { TransferForm } from './transfer-values.ts'
import { WhenFields } from './when-fields.tsx'

const REQUIRED_TEXTS: Partial<Record<keyof TransferForm, TextId>> = {
  accountName: msg('Account name is required.'),
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
  const accounts = useAccounts()
  const available = useAvailable(payer, watch('when'))

  /** Numbers are compared as the bank compares them: without spaces, dashes and dots. */
  function numberError(text: string, iban: string): true | Text {
    const error = accountNumberError(text, iban)
    if (error !== true) return error
    const number = normalizeNumber(text)
    if (number === normalizeNumber(payer.number)) return t(refusals.same_account.message)
    return !accounts.some((account) => account.number === number) || t(refusals.use_move.message)
  }

  const field = (name: keyof TransferForm) => {
    const missing = REQUIRED_TEXTS[name]
    return {
      ...register(name, {
        validate: (text, { iban }) => {
          if (missing && text.trim() === '') return t(missing)
          if (name === 'amountText') return amountError(text, available)
          if (name === 'iban') return ibanError(text)
          if (name === 'swiftCode') return swiftCodeError(text)
          return name !== 'accountNumber' || numberError(text, iban)
        },
        onChange: () => clearErrors(name === 'iban' ? ['iban', 'accountNumber'] : name),
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
        <TextField label={t('SWIFT code (optional)')} {...CODE_INPUT} {...field('swiftCode')} />
      </div>
      <Button type="submit" size="large">
        {t('Continue')}
      </Button>
    </form>
  )
}
