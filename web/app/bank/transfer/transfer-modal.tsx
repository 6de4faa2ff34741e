import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { centsToDollars, formatDollars } from '#contract/money.ts'
import type { User } from '#contract/people.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { transfer, transferWithCode } from '#contract/transfers.ts'
import { call } from '../../shared/api/call.ts'
import { useOneSubmission } from '../../shared/api/one-submission.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { reloadProfile } from '../../shared/api/session.ts'
import { tellError } from '../../shared/tell-error.ts'
import { Modal } from '../../shared/ui/modal.tsx'
import { parseAmount } from '../../shared/ui/parse-amount.ts'
import { reloadTransactions } from '../transactions/transaction-queries.ts'
import { UnknownStep } from '../unknown-step.tsx'
import { CodeStep } from './code-step.tsx'
import { payeesQuery } from './payees.tsx'
import { ReviewStep } from './review-step.tsx'
import { SecretStep } from './secret-step.tsx'
import { SubmittedStep } from './submitted-step.tsx'
import { afterRefusal, START, type Step } from './transfer-flow.ts'
import { EMPTY_FORM, TransferFields, type TransferForm } from './transfer-form.tsx'

const PIN_LENGTH = 4
type Secrets = { pin: string; code: string | null }

function send(form: TransferForm, { pin, code }: Secrets, idempotencyKey: string): Promise<Transaction> {
  const { iban, swiftCode, amount, ...payee } = form
  const body = {
    ...payee,
    amount: centsToDollars(parseAmount(amount) ?? 0n),
    ...(iban.trim() ? { iban } : {}),
    ...(swiftCode.trim() ? { swiftCode } : {}),
    pin,
  }
  return code === null
    ? call<typeof transfer>('POST', '/transfer', { body, idempotencyKey })
    : call<typeof transferWithCode>('POST', '/transfer-code', { body: { ...body, code }, idempotencyKey })
}

const TITLES: Record<Step, string> = {
  form: 'Wire Transfer',
  review: 'Check your transfer',
  pin: 'Enter your PIN',
  code: 'Enter your transaction code',
  submitted: 'Transfer Submitted!',
}

/** One step back from each; from the end there is none. */
const BEFORE: Partial<Record<Step, Step>> = { review: 'form', pin: 'review', code: 'review' }

type Props = { user: User; open: boolean; onClose: () => void; onFinished: () => void }

/** Form, review, PIN, perhaps a code and the PIN again, done. The form is kept through all of it. */
export function TransferModal({ user, open, onClose, onFinished }: Props) {
  const form = useForm<TransferForm>({ defaultValues: EMPTY_FORM, reValidateMode: 'onSubmit' })
  const [flow, setFlow] = useState(START)
  const [submitted, setSubmitted] = useState<Transaction>()
  const submission = useOneSubmission((secrets: Secrets, key) => send(form.getValues(), secrets, key), {
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
      if (!next.told) tellError(error)
    },
  })

  const go = (step: Step) => setFlow({ ...flow, step, problem: undefined })
  const { step } = flow
  const back = BEFORE[step]
  const seen = { problem: flow.problem, onProblemSeen: () => setFlow({ ...flow, problem: undefined }) }
  const unknown = submission.unknown && step !== 'submitted'
  const close = () => {
    // Somebody who leaves while it is being sent would not learn what became of it.
    if (submission.sending) return
    if (step === 'submitted') onFinished()
    else onClose()
  }
  return (
    <Modal
      open={open}
      onClose={close}
      title={unknown ? 'No answer yet' : TITLES[step]}
      onBack={back && !unknown && !submission.sending ? () => go(back) : undefined}
    >
      {unknown && <UnknownStep what="transfer" onAgain={submission.again} sending={submission.sending} />}
      {!unknown && step === 'form' && (
        <TransferFields form={form} balance={user.balance} onReady={() => go('review')} />
      )}
      {!unknown && step === 'review' && (
        <ReviewStep
          form={form.getValues()}
          balance={user.balance}
          onConfirm={() => go('pin')}
          onEdit={() => go('form')}
        />
      )}
      {!unknown && step === 'pin' && (
        <SecretStep
          label="PIN"
          length={PIN_LENGTH}
          sending={submission.sending}
          action={`Send ${formatDollars(centsToDollars(parseAmount(form.getValues('amount')) ?? 0n))}`}
          onDone={(pin) => submission.submit({ pin, code: flow.code })}
          {...seen}
        />
      )}
      {!unknown && step === 'code' && (
        <CodeStep
          description={user.codeDescription}
          onDone={(code) => setFlow({ step: 'pin', code, problem: undefined })}
          {...seen}
        />
      )}
      {step === 'submitted' && submitted && <SubmittedStep transfer={submitted} onDone={onFinished} />}
    </Modal>
  )
}
