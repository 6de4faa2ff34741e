import { amountBounds } from '#contract/amount-rule.ts'
import { toAmount } from '#contract/money.ts'
import { msg } from '#contract/text-id.ts'
import { errorMessage } from '../../shared/api/api-error.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { checkAmount, parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import type { Form } from '../../shared/ui/forms/use-form.ts'

export type NameAndGoal = { name: string; goal: string }

const NAME_TEXT = msg('Enter a name.')
const GOAL_TEXT = msg(
  'Enter a goal between {least} and {most} {decimals, plural, =0 {without decimals} one {with at most one decimal} =2 {with at most two decimals} other {with at most # decimals}}.',
)

/** Null for an empty field. */
export const goalAmount = (text: string) => {
  const cents = parseAmountCents(text)
  return cents === null ? null : toAmount(cents)
}

export function NameAndGoalFields({ form }: { form: Form<NameAndGoal> }) {
  const { register, clearErrors, formState } = form
  const { errors } = formState
  return (
    <>
      <TextField
        label={t('Name')}
        placeholder={t('Holidays')}
        maxLength={60}
        autoComplete="off"
        required
        error={errors.name?.message}
        {...register('name', {
          validate: (text) => text.trim() !== '' || t(NAME_TEXT),
          onChange: () => clearErrors(),
        })}
      />
      <AmountField
        label={t('Goal (optional)')}
        hint={t('What you want to have saved in the end.')}
        error={errors.goal?.message}
        {...register('goal', {
          validate: (text) => text.trim() === '' || checkAmount(text, t(GOAL_TEXT, amountBounds())),
          onChange: () => clearErrors(),
        })}
      />
    </>
  )
}

/** At the field it is about, or above the button. */
export function showAccountError(error: unknown, form: Form<NameAndGoal>) {
  if (!showFieldErrors(error, form, ['name', 'goal'])) form.setError('root', { message: errorMessage(error) })
}
