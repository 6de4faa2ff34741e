import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { formatDollars } from '#contract/money.ts'
import type { Payee } from '#contract/payees.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { AmountField } from '../../shared/ui/amount-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/field.tsx'
import { parseAmountCents } from '../../shared/ui/parse-amount.ts'
import { looksLikeIban, looksLikeSwift } from './check-iban.ts'
import { Payees } from './payees.tsx'

export type TransferForm = {
  accountName: string
  accountNumber: string
  bankName: string
  amount: string
  iban: string
  swiftCode: string
}
export const EMPTY_FORM: TransferForm = {
  accountName: '',
  accountNumber: '',
  bankName: '',
  amount: '',
  iban: '',
  swiftCode: '',
}
/** What a payee is known by. */
export const PAYEE_FIELDS = ['accountName', 'accountNumber', 'bankName', 'iban', 'swiftCode'] as const

const AMOUNT_TEXT = 'Enter a valid withdrawal amount.'
const required: Partial<Record<keyof TransferForm, string>> = {
  accountName: 'Account name is required.',
  accountNumber: 'Account number is required.',
  bankName: 'Bank name is required.',
}

type Props = {
  form: UseFormReturn<TransferForm>
  amountRef: RefObject<HTMLInputElement | null>
  balance: number
  onReady: () => void
  /** Somebody was chosen before, and need not be offered again. */
  payeeChosen: boolean
}

export function TransferFields({ form, amountRef, balance, onReady, payeeChosen }: Props) {
  const { register, handleSubmit, clearErrors, watch, setValue, formState } = form
  const { errors } = formState

  const field = (name: keyof TransferForm) => {
    const missing = required[name]
    return {
      ...register(name, {
        validate: (text) => {
          if (name === 'amount') return parseAmountCents(text) !== null || AMOUNT_TEXT
          return !missing || text.trim() !== '' || missing
        },
        onChange: () => clearErrors(name),
      }),
      error: errors[name]?.message,
      maxLength: 140,
      autoComplete: 'off',
    }
  }

  function fill(payee: Payee) {
    for (const name of PAYEE_FIELDS) {
      setValue(name, payee[name])
      clearErrors(name)
    }
    form.setFocus('amount')
  }

  /** Registered in its place: the first complaint takes the focus, in the order in which fields were registered. */
  const amountField = () => {
    const { ref, ...rest } = field('amount')
    const keep = (input: HTMLInputElement | null) => {
      ref(input)
      amountRef.current = input
    }
    return { ...rest, ref: keep }
  }
  const [iban, swiftCode, amount] = watch(['iban', 'swiftCode', 'amount'])
  return (
    <form noValidate onSubmit={handleSubmit(onReady)} className="grid gap-5">
      {!payeeChosen && <Payees onChoose={fill} />}
      <TextField label="Account name" {...field('accountName')} />
      <TextField label="Account number" inputMode="text" {...field('accountNumber')} />
      <TextField label="Bank name" {...field('bankName')} />
      <AmountField label="Amount" hint={<Spendable balance={balance} amount={amount} />} {...amountField()} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="IBAN (optional)"
          hint={iban.trim() && !looksLikeIban(iban) && 'This does not look like a whole IBAN. Please look again.'}
          {...field('iban')}
        />
        <TextField
          label="SWIFT code (optional)"
          hint={swiftCode.trim() && !looksLikeSwift(swiftCode) && 'A SWIFT code has 8 or 11 letters and digits.'}
          {...field('swiftCode')}
        />
      </div>
      <Button type="submit" size="large">
        Continue
      </Button>
    </form>
  )
}

/** What can be spent; the bank decides about too much, but nobody should have to type a PIN to find out. */
function Spendable({ balance, amount }: { balance: number; amount: string }) {
  const hidden = useAmountsHidden()
  const cents = parseAmountCents(amount)
  const tooMuch = cents !== null && Number(cents) / 100 > balance
  const figure = hidden ? 'your balance' : formatDollars(balance)
  return (
    <span aria-live="polite" className={tooMuch ? 'figures font-medium text-warning' : 'figures'}>
      {tooMuch ? `That is more than ${figure}, which is what you can send now.` : `You can send up to ${figure}.`}
    </span>
  )
}
