import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toAmount } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { checkAmount, parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { useAccounts } from '../accounts/accounts-query.ts'
import { OwnAccountField } from '../accounts/own-account-field.tsx'
import { makeRequest } from './make-request.ts'
import { reloadOwnRequests } from './pay-request-query.ts'
import { createRequestKeys } from './request-keys.ts'
import type { ShownRequest } from './request-link.tsx'

type Form = { amountText: string; reference: string; accountId: string }

export function RequestForm({ onMade }: { onMade: (made: ShownRequest) => void }) {
  const { register, handleSubmit, clearErrors, formState } = useForm<Form>({
    defaultValues: { amountText: '', reference: '', accountId: '' },
    reValidateMode: 'onSubmit',
  })
  const accounts = useAccounts()
  const [requestKeys] = useState(createRequestKeys)
  const make = useMutation({
    mutationFn: async ({ amountText, reference, accountId }: Form): Promise<ShownRequest> => {
      const amountCents = amountText.trim() === '' ? null : parseAmountCents(amountText)
      const requestKey = requestKeys.keyOf(JSON.stringify([String(amountCents), reference, accountId]))
      const code = await makeRequest({ amountCents, reference, accountId }, requestKey)
      const toAccount = accounts.find(({ _id }) => _id === accountId)?.name
      const amount = amountCents === null ? null : toAmount(amountCents)
      return { code, amount, reference: verbatim(reference.trim()), toAccount }
    },
    onSuccess: (made) => {
      requestKeys.finish()
      onMade(made)
    },
    onError: (error) => showError(error),
    onSettled: reloadOwnRequests,
  })
  const isAmount = (text: string) => text.trim() === '' || checkAmount(text, t('Enter a valid amount.'))
  return (
    <form noValidate onSubmit={handleSubmit((form) => make.mutate(form))} className="grid gap-5">
      <AmountField
        label={t('Amount (optional)')}
        hint={t('With an amount, the link can be paid once. Leave it empty to let the payer choose.')}
        autoComplete="off"
        error={formState.errors.amountText?.message}
        {...register('amountText', { validate: isAmount, onChange: () => clearErrors('amountText') })}
      />
      <TextField
        label={t('Message (optional)||payment')}
        hint={t('What it is for. The payer sees it.')}
        maxLength={70}
        autoComplete="off"
        {...register('reference')}
      />
      <OwnAccountField label={t('To account')} {...register('accountId')} />
      <Button type="submit" size="large" busy={make.isPending}>
        {t('Create link')}
      </Button>
    </form>
  )
}
