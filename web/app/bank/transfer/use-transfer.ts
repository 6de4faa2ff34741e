import { useState } from 'react'
import { queryClient } from '../../shared/api/query-client.ts'
import { useIdempotentSubmission } from '../../shared/api/use-idempotent-submission.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { type TypedFields, useForm } from '../../shared/ui/forms/use-form.ts'
import { reloadAccounts } from '../accounts/accounts-query.ts'
import { limitsQuery } from '../limits-query.ts'
import { formatIban } from '../payees/bank-details.ts'
import { PAYEE_FIELDS, type PayeeDetails, type Prefill } from '../payees/payee-details.ts'
import { reloadScheduledPayments } from '../scheduled-payments/scheduled-payments-query.ts'
import { reloadTransactions } from '../transactions/transaction-queries.ts'
import { payeesQuery } from './payees.tsx'
import type { PaymentTime } from './schedule.ts'
import {
  type Credentials,
  type SignedAuthorisation,
  type Submission,
  signForm,
  submitPayment,
} from './submit-payment.ts'
import { afterRefusal, type Flow, START, type Step } from './transfer-flow.ts'
import { EMPTY_FORM, type TransferForm } from './transfer-values.ts'

export const payeeFields = (payee: TypedFields<PayeeDetails>): TypedFields<PayeeDetails> => ({
  ...(Object.fromEntries(PAYEE_FIELDS.map((name) => [name, payee[name]])) as TypedFields<PayeeDetails>),
  iban: formatIban(payee.iban),
})

const toForm = (prefill: Prefill): Partial<TransferForm> => ({
  ...payeeFields(prefill),
  amountText: prefill.amountText ?? '',
  name: prefill.message ?? '',
  message: prefill.message ?? '',
  payRequest: prefill.payRequest ?? '',
})

export type TransferStart = {
  /** Fills in the payee, and perhaps the amount. */
  prefill?: Prefill | undefined
  /** Preselected; 'today' when absent. */
  when?: PaymentTime | undefined
  /** A payment whose fields are all filled in starts at its review. */
  step?: 'form' | 'review'
}

/** State of one transfer, from the form to the confirmation. The form keeps its values through all steps. */
export function useTransfer({ prefill, when = 'today', step = 'form' }: TransferStart = {}) {
  const form = useForm<TransferForm>({
    defaultValues: { ...EMPTY_FORM, when, ...(prefill && toForm(prefill)) },
    reValidateMode: 'onSubmit',
  })
  const [flow, setFlow] = useState<Flow>({ ...START, step })
  const [submitted, setSubmitted] = useState<Submission>()
  const [approving, setApproving] = useState(false)
  /** Kept while the code is entered: both are sent together. */
  const [signed, setSigned] = useState<SignedAuthorisation | null>(null)
  const submission = useIdempotentSubmission((given: Credentials, key) => submitPayment(form.getValues(), given, key), {
    onDone: (done) => {
      setSubmitted(done)
      setFlow({ ...START, step: 'submitted' })
      void reloadAccounts()
      void reloadTransactions()
      if (done.scheduledPayment) void reloadScheduledPayments()
      void queryClient.invalidateQueries(limitsQuery)
      void queryClient.invalidateQueries(payeesQuery)
    },
    onRefused: showRefusal,
  })
  function showRefusal(error: unknown) {
    const next = afterRefusal(flow, error)
    // The page of the request then tells what became of it.
    if (form.getValues('payRequest')) void queryClient.invalidateQueries({ queryKey: ['pay-request'] })
    setFlow(next.flow)
    // The form then tells what is left.
    if (next.flow.step === 'form') void queryClient.invalidateQueries(limitsQuery)
    if (!next.shown && !showFieldErrors(error, form, ['startOn', 'until', 'message'])) showError(error)
  }
  const submitSigned = (authorisation: SignedAuthorisation, code: string | null) =>
    submission.submit({ approval: { authorisation }, code })
  async function approveWithPasskey() {
    setApproving(true)
    try {
      const authorisation = await signForm(form.getValues())
      setSigned(authorisation)
      if (authorisation) submitSigned(authorisation, flow.code)
    } catch (error) {
      showRefusal(error)
    } finally {
      setApproving(false)
    }
  }
  return {
    form,
    ...flow,
    submitted,
    submission,
    approving,
    approveWithPasskey,
    signed: signed !== null,
    go: (step: Step) => {
      setSigned(null)
      setFlow({ ...flow, step, problem: undefined, locked: false })
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
