import { useQuery } from '@tanstack/react-query'
import { toAmount } from '#contract/money.ts'
import type { updateUserLimits } from '#contract/payments/limits.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { AmountField } from '../../../shared/ui/forms/amount-field.tsx'
import { checkAmount, parseAmountCents } from '../../../shared/ui/forms/parse-amount.ts'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { limitsOfQuery } from '../person/limits-of-query.ts'
import type { ActionProps } from './actions.ts'

/** Another daily limit for this person than the bank's. */
export function LimitForm({ user, onDone, onBack }: ActionProps) {
  const { data } = useQuery(limitsOfQuery(user._id))
  const { register, handleSubmit, formState } = useForm({ defaultValues: { daily: '' } })
  const { errors, isSubmitting } = formState

  async function save(daily: number | null) {
    try {
      await call<typeof updateUserLimits>('PUT', '/admin/users/:id/limits', {
        params: { id: user._id },
        body: { daily },
      })
      onDone(t('Updated successfully'))
    } catch (error) {
      showError(error)
    }
  }
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ daily }) => save(toAmount(parseAmountCents(daily) ?? 0n)))}
      className="grid gap-5"
    >
      <AmountField
        label={t('Daily limit')}
        autoFocus
        hint={t('Applies at once, in place of the bank’s limit. A lower limit that the customer set stays.')}
        error={errors.daily?.message}
        {...register('daily', {
          validate: (text) => checkAmount(text, t('Please enter a valid amount')),
        })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          {t('Set limit')}
        </Button>
        {data?.byStaff && (
          <Button variant="secondary" disabled={isSubmitting} onClick={() => save(null)}>
            {t('Use the bank’s limit')}
          </Button>
        )}
        <Button variant="quiet" onClick={onBack}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
