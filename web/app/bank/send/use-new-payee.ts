import { useMutation } from '@tanstack/react-query'
import { normalizeNumber } from '#contract/account-numbers.ts'
import type { Account } from '#contract/customers/accounts.ts'
import type { findPayee } from '#contract/payments/find-payee.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { institution } from '../../shared/institution.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { type TypedFields, useForm } from '../../shared/ui/forms/use-form.ts'
import { isOpen, useAccounts } from '../accounts/accounts-query.ts'
import { accountNumberError, formatIban, ibanError } from '../payees/bank-details.ts'
import type { PayeeDetails } from '../payees/payee-details.ts'
import { nameCheck } from '../transfer/name-check.tsx'
import { inputKind } from './find-payees.ts'

export type NewPayeeForm = {
  /** The name of the account's holder, as the customer knows it. */
  accountName: string
  /** An email address, an account number or an IBAN. */
  account: string
  where: 'here' | 'elsewhere'
  bankName: string
  swiftCode: string
}

/** An IBAN is an account of another bank: this one gives out numbers only. */
export type AccountKind = 'email' | 'iban' | 'number'
export function accountKind(text: string): AccountKind {
  if (text.includes('@')) return 'email'
  return text.trim() !== '' && ibanError(text) === true ? 'iban' : 'number'
}

const ACCOUNT_TEXT = msg('Enter an email address, an account number or an IBAN.')
const NOT_FOUND_TEXT = msg(
  'We found no customer with this email address and name. Check both, or ask for the account number.',
)

type Callbacks = { onFound: (payee: TypedFields<PayeeDetails>) => void; onMove: (account: Account) => void }

/** Finds out where a new payee is paid. An account of this bank is looked up at once, so that a typing error is noticed here. */
export function useNewPayee(typed: string, { onFound, onMove }: Callbacks) {
  const typedKind = inputKind(typed)
  const form = useForm<NewPayeeForm>({
    defaultValues: {
      accountName: typedKind === 'name' ? typed : '',
      account: typedKind === 'name' ? '' : formatIban(typed),
      where: 'here',
      bankName: '',
      swiftCode: '',
    },
    reValidateMode: 'onSubmit',
  })
  const own = useAccounts().filter(isOpen)
  const refuse = (message: Text) => form.setError('account', { message }, { shouldFocus: true })

  const search = useMutation({
    mutationFn: (fields: NewPayeeForm) => locate(fields),
    onSuccess: (located) => ('refusal' in located ? refuse(located.refusal) : onFound(located)),
    onError: (error) => {
      if (!showFieldErrors(error, form, ['accountName', 'bankName', 'swiftCode'])) showError(error)
    },
  })
  return {
    form,
    kind: accountKind(form.watch('account')),
    searching: search.isPending,
    submit: form.handleSubmit((fields) => {
      const number = normalizeNumber(fields.account)
      const account = own.find((each) => each.number === number)
      if (account && own.length > 1) onMove(account)
      else if (account) refuse(t('This is your own account.'))
      else search.mutate(fields)
    }),
  }
}
export type NewPayee = ReturnType<typeof useNewPayee>

/** What a transfer needs, or why no one can be paid there. */
async function locate(fields: NewPayeeForm): Promise<TypedFields<PayeeDetails> | { refusal: Text }> {
  const { accountName, account, where, bankName, swiftCode } = fields
  const kind = accountKind(account)
  if (kind === 'email') {
    const body = { email: account.trim(), accountName }
    const { payee } = await call<typeof findPayee>('POST', '/payees/find', { body })
    return payee ? { ...payee, iban: '', swiftCode: '' } : { refusal: t(NOT_FOUND_TEXT) }
  }
  if (kind === 'iban') return { accountName, accountNumber: '', bankName, iban: formatIban(account), swiftCode: '' }
  const accountNumber = normalizeNumber(account)
  if (where === 'elsewhere') return { accountName, accountNumber, bankName, iban: '', swiftCode }
  const payee = { accountName, accountNumber, bankName: institution.name, iban: '', swiftCode: '' }
  const { result } = await queryClient.fetchQuery(nameCheck(payee))
  return result === 'unknown' ? { refusal: unknownNumberText() } : payee
}

const unknownNumberText = () => t('There is no account with this number at {bank}.', { bank: institution.name })

export function accountError(text: string): true | Text {
  if (text.trim() === '') return t(ACCOUNT_TEXT)
  return accountKind(text) !== 'number' || accountNumberError(text, '')
}
