import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { labelTransaction } from '#contract/labels.ts'
import { centsToDollars } from '#contract/money.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { authoriseTransfer, transfer, transferWithCode } from '#contract/transfers.ts'
import type { AuthenticationResponse } from '#contract/webauthn.ts'
import { call } from '../../shared/api/call.ts'
import { signWithPasskey } from '../../shared/api/passkeys.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { useIdempotentSubmission } from '../../shared/api/use-idempotent-submission.ts'
import { showError } from '../../shared/show-error.ts'
import { parseAmountCents } from '../../shared/ui/parse-amount.ts'
import { reloadAccounts } from '../accounts/accounts-query.ts'
import { limitsQuery } from '../limits-query.ts'
import { formatIban } from '../payees/bank-details.ts'
import { PAYEE_FIELDS, type PayeeDetails, type Prefill } from '../payees/payee-details.ts'
import { reloadTransactions } from '../transactions/transaction-queries.ts'
import { payeesQuery } from './payees.tsx'
import { afterRefusal, START, type Step } from './transfer-flow.ts'
import { EMPTY_FORM, type TransferForm } from './transfer-form.tsx'

type SignedAuthorisation = { id: string; response: AuthenticationResponse }
type Credentials = { approval: { pin: string } | { authorisation: SignedAuthorisation }; code: string | null }

export const amountDollarsOf = ({ amountText }: TransferForm) => centsToDollars(parseAmountCents(amountText) ?? 0n)

function toPayment(form: TransferForm) {
  const { accountId, iban, swiftCode, accountName, accountNumber, bankName } = form
  return {
    accountName,
    accountNumber,
    bankName,
    amount: amountDollarsOf(form),
    ...(accountId ? { accountId } : {}),
    ...(iban.trim() ? { iban } : {}),
    ...(swiftCode.trim() ? { swiftCode } : {}),
  }
}

function send(form: TransferForm, { approval, code }: Credentials, idempotencyKey: string): Promise<Transaction> {
  const body = { ...toPayment(form), ...approval }
  return code === null
    ? call<typeof transfer>('POST', '/transfer', { body, idempotencyKey })
    : call<typeof transferWithCode>('POST', '/transfer-code', { body: { ...body, code }, idempotencyKey })
}

/** The passkey signs this payee and this amount. Null when the customer closes the browser's prompt. */
async function signPayment(form: TransferForm): Promise<SignedAuthorisation | null> {
  const body = toPayment(form)
  const { authorisation: id, options } = await call<typeof authoriseTransfer>('POST', '/transfer/authorisation', {
    body,
  })
  const response = await signWithPasskey(options).catch(() => null)
  return response && { id, response }
}

/** The payee's reference becomes the payer's own note. The transfer is sent whether or not it can be stored. */
async function keepNote({ _id: id }: Transaction, note: string) {
  await call<typeof labelTransaction>('PATCH', '/transactions/:id', { params: { id }, body: { note } }).catch(
    () => null,
  )
  void reloadTransactions()
}

export const payeeFields = (payee: PayeeDetails): PayeeDetails => ({
  ...(Object.fromEntries(PAYEE_FIELDS.map((name) => [name, payee[name]])) as PayeeDetails),
  iban: formatIban(payee.iban),
})

/** State of one transfer, from the form to the confirmation. The form keeps its values through all steps. */
export function useTransfer(prefill?: Prefill) {
  const form = useForm<TransferForm>({
    defaultValues: { ...EMPTY_FORM, ...(prefill && { ...payeeFields(prefill), amountText: prefill.amountText ?? '' }) },
    reValidateMode: 'onSubmit',
  })
  const [flow, setFlow] = useState(START)
  const [submitted, setSubmitted] = useState<Transaction>()
  const [approving, setApproving] = useState(false)
  /** Kept while the code is entered: both are sent together. */
  const [signed, setSigned] = useState<SignedAuthorisation | null>(null)
  const submission = useIdempotentSubmission((given: Credentials, key) => send(form.getValues(), given, key), {
    onDone: (transaction) => {
      setSubmitted(transaction)
      if (prefill?.note) void keepNote(transaction, prefill.note)
      setFlow({ ...START, step: 'submitted' })
      void reloadAccounts()
      void reloadTransactions()
      void queryClient.invalidateQueries(limitsQuery)
      void queryClient.invalidateQueries(payeesQuery)
    },
    onRefused: (error) => {
      const next = afterRefusal(flow, error)
      setFlow(next.flow)
      // The form then tells what is left.
      if (next.flow.step === 'form') void queryClient.invalidateQueries(limitsQuery)
      if (!next.shown) showError(error)
    },
  })
  const submitSigned = (authorisation: SignedAuthorisation, code: string | null) =>
    submission.submit({ approval: { authorisation }, code })
  async function approveWithPasskey() {
    setApproving(true)
    try {
      const authorisation = await signPayment(form.getValues())
      setSigned(authorisation)
      if (authorisation) submitSigned(authorisation, flow.code)
    } catch (error) {
      showError(error)
    } finally {
      setApproving(false)
    }
  }
  return {
    form,
    note: prefill?.note ?? '',
    ...flow,
    submitted,
    submission,
    approving,
    approveWithPasskey,
    signed: signed !== null,
    go: (step: Step) => {
      setSigned(null)
      setFlow({ ...flow, step, problem: undefined })
    },
    useName: (accountName: string) => {
      form.setValue('accountName', accountName)
      setFlow({ ...flow })
    },
    codeEntered: flow.code !== null,
    setCode: (code: string) => {
      setFlow({ step: signed ? 'code' : 'pin', code, problem: undefined })
      if (signed) submitSigned(signed, code)
    },
    confirm: (pin: string) => submission.submit({ approval: { pin }, code: flow.code }),
    onProblemSeen: () => setFlow({ ...flow, problem: undefined }),
  }
}
export type TransferState = ReturnType<typeof useTransfer>
