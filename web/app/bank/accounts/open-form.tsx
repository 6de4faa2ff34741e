import { useId } from 'react'
import type { openAccount } from '#contract/customers/accounts.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { FormProblem } from '../../shared/ui/forms/form-problem.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { reloadAccounts } from './accounts-query.ts'
import { goalAmount, type NameAndGoal, NameAndGoalFields, showAccountError } from './name-and-goal-fields.tsx'

export function OpenForm({ onDone }: { onDone: () => void }) {
  const problemId = useId()
  const form = useForm<NameAndGoal>({ defaultValues: { name: '', goal: '' }, reValidateMode: 'onSubmit' })
  const { isSubmitting, errors } = form.formState
  const submit = form.handleSubmit(async ({ name, goal }) => {
    const amount = goalAmount(goal)
    try {
      const body = { name: name.trim(), ...(amount === null ? {} : { goal: amount }) }
      const account = await call<typeof openAccount>('POST', '/accounts', { body })
      await reloadAccounts()
      showToast({ message: t('{name} is open', { name: account.name }) })
      onDone()
    } catch (error) {
      showAccountError(error, form)
    }
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <NameAndGoalFields form={form} />
      <FormProblem id={problemId}>{errors.root?.message}</FormProblem>
      <Button type="submit" size="large" busy={isSubmitting}>
        {isSubmitting ? t('Opening') : t('Open account')}
      </Button>
    </form>
  )
}
