import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { centsToDollars } from '#contract/money.ts'
import type { Payee } from '#contract/payees.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { transfer, transferWithCode } from '#contract/transfers.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { reloadProfile } from '../../shared/api/session.ts'
import { useIdempotentSubmission } from '../../shared/api/use-idempotent-submission.ts'
import { showError } from '../../shared/show-error.ts'
import { parseAmountCents } from '../../shared/ui/parse-amount.ts'
import { reloadTransactions } from '../transactions/transaction-queries.ts'
import { payeesQuery } from './payees.tsx'
import { afterRefusal, START, type Step } from './transfer-flow.ts'
import { EMPTY_FORM, PAYEE_FIELDS, type TransferForm } from './transfer-form.tsx'

type Secrets = { pin: string; code: string | null }

export const amountDollarsOf = ({ amountText }: TransferForm) => centsToDollars(parseAmountCents(amountText) ?? 0n)

function send(form: TransferForm, { pin, code }: Secrets, idempotencyKey: string): Promise<Transaction> {
  const { iban, swiftCode, accountName, accountNumber, bankName } = form
  const body = {
    accountName,
    accountNumber,
    bankName,
    amount: amountDollarsOf(form),
    ...(iban.trim() ? { iban } : {}),
    ...(swiftCode.trim() ? { swiftCode } : {}),
    pin,
  }
  return code === null
    ? call<typeof transfer>('POST', '/transfer', { body, idempotencyKey })
    : call<typeof transferWithCode>('POST', '/transfer-code', { body: { ...body, code }, idempotencyKey })
}

const payeeFields = (payee: Payee) => Object.fromEntries(PAYEE_FIELDS.map((name) => [name, payee[name]]))

/** State of one transfer, from the form to the confirmation. The form keeps its values through all steps. */
export function useTransfer(payee?: Payee) {
  const form = useForm<TransferForm>({
    defaultValues: { ...EMPTY_FORM, ...(payee && payeeFields(payee)) },
    reValidateMode: 'onSubmit',
  })
  const [flow, setFlow] = useState(START)
  const [submitted, setSubmitted] = useState<Transaction>()
  const submission = useIdempotentSubmission((secrets: Secrets, key) => send(form.getValues(), secrets, key), {
    onDone: (transaction) => {
      setSubmitted(transaction)
      setFlow({ ...START, step: 'submitted' })
      void reloadProfile()
      void reloadTransactions()
      void queryClient.invalidateQueries(payeesQuery)
    },
    onRefused: (error) => {
      const next = afterRefusal(flow, error)
      setFlow(next.flow)
      if (!next.shown) showError(error)
    },
  })
  return {
    form,
    ...flow,
    submitted,
    submission,
    go: (step: Step) => setFlow({ ...flow, step, problem: undefined }),
    codeEntered: flow.code !== null,
    setCode: (code: string) => setFlow({ step: 'pin', code, problem: undefined }),
    confirm: (pin: string) => submission.submit({ pin, code: flow.code }),
    onProblemSeen: () => setFlow({ ...flow, problem: undefined }),
  }
}
export type TransferState = ReturnType<typeof useTransfer>
