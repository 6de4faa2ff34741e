import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScheduledPayment, updateScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import type { Text } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { toFieldText } from '../../shared/ui/forms/parse-amount.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { amountOf, type Credentials, type SignedAuthorisation, signPayment } from '../transfer/submit-payment.ts'
import { afterRefusal, START } from '../transfer/transfer-flow.ts'
import { reloadScheduledPayments } from './scheduled-payments-query.ts'

/** Another amount or message is approved like the first ones: by PIN or passkey, and with the transaction code where there is one. */
export function useAmountChange(scheduled: ScheduledPayment, onDone: () => void) {
  const form = useForm({
    defaultValues: { amountText: toFieldText(scheduled.amount), message: scheduled.message },
    reValidateMode: 'onSubmit',
  })
  const [flow, setFlow] = useState(START)
  const [signed, setSigned] = useState<SignedAuthorisation | null>(null)
  const amount = () => amountOf(form.getValues())
  const payment = () => ({ amount: amount(), message: form.getValues('message') })

  const change = useMutation({
    mutationFn: ({ approval, code }: Credentials) =>
      call<typeof updateScheduledPayment>('PATCH', '/orders/:id', {
        params: { id: scheduled._id },
        body: { ...payment(), ...approval, ...(code === null ? {} : { code }) },
      }),
    onSuccess: () => {
      showToast({ message: t('Payment changed.') })
      onDone()
    },
    onError: (error) => {
      const next = afterRefusal(flow, error)
      setFlow(next.flow)
      if (!next.shown && !showFieldErrors(error, form, ['message'])) showError(error)
    },
    onSettled: reloadScheduledPayments,
  })
  const sign = useMutation({
    mutationFn: () => signPayment(toSigned(scheduled, payment())),
    onSuccess: (authorisation) => {
      setSigned(authorisation)
      if (authorisation) change.mutate({ approval: { authorisation }, code: flow.code })
    },
    onError: (error) => {
      if (!showFieldErrors(error, form, ['message'])) showError(error)
    },
  })
  return {
    form,
    ...flow,
    signed: signed !== null,
    busy: change.isPending || sign.isPending,
    amount,
    changesMessageOnly: () => amount() === scheduled.amount && form.getValues('message').trim() !== scheduled.message,
    approveWithPasskey: () => sign.mutate(),
    go: (step: 'form' | 'pin') => {
      setSigned(null)
      setFlow({ ...flow, step, problem: undefined, locked: false })
    },
    confirm: (pin: string) => change.mutate({ approval: { pin }, code: flow.code }),
    setCode: (code: string) => {
      setFlow({ step: signed ? 'code' : 'pin', code, problem: undefined })
      if (signed) change.mutate({ approval: { authorisation: signed }, code })
    },
    onProblemSeen: () => setFlow({ ...flow, problem: undefined }),
  }
}

function toSigned({ accountId, ...scheduled }: ScheduledPayment, payment: { amount: number; message: Text }) {
  const { accountName, accountNumber, bankName, iban, swiftCode, startOn, every, until } = scheduled
  return {
    accountName,
    accountNumber,
    bankName,
    iban,
    swiftCode,
    ...payment,
    ...(accountId ? { accountId } : {}),
    order: { startOn, every, until },
  }
}
