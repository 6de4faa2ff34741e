import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKeyScope } from '#contract/api-key-scopes.ts'
import type { authoriseApiKey, createApiKey } from '#contract/identity/api-keys.ts'
import { toAmount } from '#contract/money.ts'
import { call } from '../../shared/api/call.ts'
import { signWithPasskey } from '../../shared/api/passkeys.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import type { SignedAuthorisation } from '../transfer/submit-payment.ts'
import { afterRefusal, START } from '../transfer/transfer-flow.ts'
import { reloadApiKeys } from './api-keys-query.ts'

const DAY_MS = 24 * 3_600_000

export type KeyValues = { name: string; scopes: ApiKeyScope[]; dailyMax: string; days: string }
type Approval = { pin: string } | { authorisation: SignedAuthorisation }

/** A key that sends money is approved like a payment, by PIN or passkey; another needs no approval. */
export function useKeyForm() {
  const form = useForm<KeyValues>({
    defaultValues: { name: '', scopes: ['read'], dailyMax: '', days: '90' },
    reValidateMode: 'onSubmit',
  })
  const [flow, setFlow] = useState(START)
  const sends = form.watch('scopes').includes('transfer')

  const onError = (error: unknown) => {
    const next = afterRefusal(flow, error)
    const isAtPin = next.flow.step === 'pin'
    setFlow(isAtPin ? next.flow : START)
    if (!next.shown && !showFieldErrors(error, form, ['name', 'scopes', 'dailyMax'])) showError(error)
  }
  const make = useMutation({
    mutationFn: (wanted: WantedKey & Partial<Approval>) =>
      call<typeof createApiKey>('POST', '/users/api-keys', { body: wanted }),
    onSuccess: () => void reloadApiKeys(),
    onError,
  })
  const sign = useMutation({
    mutationFn: async (wanted: WantedKey) => ({ wanted, authorisation: await signKey(wanted) }),
    onSuccess: ({ wanted, authorisation }) => {
      if (authorisation) make.mutate({ ...wanted, authorisation })
    },
    onError,
  })
  return {
    form,
    ...flow,
    sends,
    busy: make.isPending || sign.isPending,
    key: make.data?.key ?? null,
    make: form.handleSubmit((values) => make.mutate(toWanted(values))),
    askForPin: form.handleSubmit(() => setFlow({ ...START, step: 'pin' })),
    approveWithPasskey: form.handleSubmit((values) => sign.mutate(toWanted(values))),
    confirm: (pin: string) => make.mutate({ ...toWanted(form.getValues()), pin }),
    back: () => setFlow(START),
    onProblemSeen: () => setFlow({ ...flow, problem: undefined }),
  }
}

type WantedKey = ReturnType<typeof toWanted>

function toWanted({ name, scopes, dailyMax, days }: KeyValues) {
  const sends = scopes.includes('transfer')
  return {
    name,
    scopes,
    ...(sends ? { dailyMax: toAmount(parseAmountCents(dailyMax) ?? 0n) } : {}),
    ...(days ? { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() } : {}),
  }
}

/** The passkey signs this key and no other. Null when the customer closes the browser's prompt. */
async function signKey(body: WantedKey): Promise<SignedAuthorisation | null> {
  const { authorisation: id, options } = await call<typeof authoriseApiKey>('POST', '/users/api-keys/authorisation', {
    body,
  })
  const response = await signWithPasskey(options).catch(() => null)
  return response && { id, response }
}
