import { useMutation } from '@tanstack/react-query'
import { CATEGORIES, CATEGORY_NAMES, type Category } from '#contract/payments/categories.ts'
import type { labelTransaction } from '#contract/payments/labels.ts'
import type { OwnTransaction } from '#contract/payments/transactions.ts'
import type { Text } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { TextAreaField } from '../../shared/ui/forms/field.tsx'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { reloadSpending } from '../overview/spending-query.ts'
import { reloadTransactions } from './transaction-queries.ts'

type Form = { note: Text; category: string; always: boolean }

/** Only what changed is sent: saving a note must not turn a guess into a choice. */
const changesOf = (form: Form, { note, category, categoryAlways }: OwnTransaction) => ({
  ...(form.note.trim() === note ? {} : { note: form.note }),
  ...(form.category === (category ?? '') && form.always === categoryAlways
    ? {}
    : { category: (form.category || null) as Category | null, ...(form.always ? { always: true } : {}) }),
})

/** The customer's own note and category of a transaction. */
export function LabelForm({ transaction }: { transaction: OwnTransaction }) {
  const form = useForm<Form>({
    values: {
      note: transaction.note,
      category: transaction.category ?? '',
      always: transaction.categoryAlways,
    },
  })
  const payee = transaction.method === 'move' ? undefined : transaction.counterparty?.accountName
  const { register, handleSubmit, formState, watch } = form
  const save = useMutation({
    mutationFn: (values: Form) =>
      call<typeof labelTransaction>('PATCH', '/transactions/:id', {
        params: { id: transaction._id },
        body: changesOf(values, transaction),
      }),
    onSuccess: async () => {
      showToast({ message: t('Saved.') })
      void reloadSpending()
      await reloadTransactions()
    },
    onError: (error) => {
      if (!showFieldErrors(error, form, ['note', 'category'])) showError(error)
    },
  })
  const changed = Object.keys(changesOf(watch(), transaction)).length > 0
  return (
    <form noValidate onSubmit={handleSubmit((values) => save.mutate(values))} className="grid gap-4">
      <SelectField
        label={t('Category')}
        hint={transaction.categoryGuessed && !changed && t('Suggested for this payee.')}
        error={formState.errors.category?.message}
        {...register('category')}
      >
        <option value="">{t('No category')}</option>
        {CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {t(CATEGORY_NAMES[category])}
          </option>
        ))}
      </SelectField>
      {payee && (
        <label className="-mt-2 flex min-h-11 items-center gap-3 rounded-lg py-1.5">
          <input type="checkbox" className="size-5 shrink-0 accent-accent" {...register('always')} />
          <span className="min-w-0 wrap-anywhere">{t('Always for {payee}', { payee })}</span>
        </label>
      )}
      <TextAreaField
        autoComplete="off"
        label={t('Your note')}
        hint={t('Only you can see it.')}
        rows={2}
        maxLength={500}
        error={formState.errors.note?.message}
        {...register('note')}
      />
      {changed && (
        <Button type="submit" busy={save.isPending} className="justify-self-start">
          {save.isPending ? t('Saving') : t('Save')}
        </Button>
      )}
    </form>
  )
}
