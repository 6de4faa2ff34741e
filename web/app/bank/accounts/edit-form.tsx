import { useId } from 'react'
import type { Account, updateAccount } from '#contract/customers/accounts.ts'
import { confirmationFileName } from '#contract/payments/receipt-files.ts'
import { call } from '../../shared/api/call.ts'
import { DocumentButton } from '../../shared/files/document-button.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { FormProblem } from '../../shared/ui/forms/form-problem.tsx'
import { toFieldText } from '../../shared/ui/forms/parse-amount.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { reloadAccounts } from './accounts-query.ts'
import { goalAmount, type NameAndGoal, NameAndGoalFields, showAccountError } from './name-and-goal-fields.tsx'

type Props = { account: Account; onDone: () => void; onCloseAccount: () => void }

export function EditForm({ account, onDone, onCloseAccount }: Props) {
  const problemId = useId()
  const form = useForm<NameAndGoal>({
    defaultValues: { name: account.name, goal: account.goal === undefined ? '' : toFieldText(account.goal) },
    reValidateMode: 'onSubmit',
  })
  const { isSubmitting, errors } = form.formState
  const submit = form.handleSubmit(async ({ name, goal }) => {
    try {
      const body = { name: name.trim(), goal: goalAmount(goal) }
      await call<typeof updateAccount>('PATCH', '/accounts/:id', { params: { id: account._id }, body })
      await reloadAccounts()
      showToast({ message: t('Saved') })
      onDone()
    } catch (error) {
      showAccountError(error, form)
    }
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div className="rounded-2xl bg-sunken px-4 py-3">
        <p className="text-sm text-muted">{t('Account number')}</p>
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="figures text-lg font-medium">{account.number}</span>
          <CopyButton text={account.number} what={t('Account number')} />
        </p>
        <p className="text-sm text-muted">{t('Others can pay into this account with its number.')}</p>
        <DocumentButton
          label={t('Confirmation of account')}
          variant="quiet"
          className="-ms-5 text-accent"
          path={`/users/confirmation?accountId=${account._id}`}
          fileName={confirmationFileName(account.number)}
        />
      </div>
      <NameAndGoalFields form={form} />
      <FormProblem id={problemId}>{errors.root?.message}</FormProblem>
      <div className="flex flex-wrap justify-between gap-3">
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? t('Saving') : t('Save changes')}
        </Button>
        <Button variant="quiet" className="text-negative" onClick={onCloseAccount}>
          {t('Close account')}
        </Button>
      </div>
    </form>
  )
}
