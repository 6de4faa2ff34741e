import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { toAmount } from '#contract/money.ts'
import type { Budgets, updateBudgets } from '#contract/payments/budgets.ts'
import { CATEGORIES, CATEGORY_NAMES, type Category } from '#contract/payments/categories.ts'
import type { Spending } from '#contract/payments/labels.ts'
import { msg } from '#contract/text-id.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { errorMessage } from '../../shared/api/api-error.ts'
import { readToken } from '../../shared/api/auth-token.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { FormProblem } from '../../shared/ui/forms/form-problem.tsx'
import { checkAmount, parseAmountCents, toFieldText } from '../../shared/ui/forms/parse-amount.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { spendingQuery } from '../overview/spending-query.ts'
import { cardClass, Page } from '../page.tsx'
import { CategoryMark } from '../transactions/category-mark.tsx'
import { budgetsQuery, storeBudgets } from './budgets-query.ts'
import { SpendingBar } from './spending-bar.tsx'

export const meta = () => privateMeta(t('Budgets'))

export function clientLoader() {
  if (!readToken()) return null
  void queryClient.prefetchQuery(budgetsQuery)
  void queryClient.prefetchQuery(spendingQuery())
  return null
}

export default function BudgetsPage() {
  const budgets = useQuery(budgetsQuery)
  const spending = useQuery(spendingQuery())
  return (
    <div className="max-w-3xl">
      <Page
        title={t('Budgets')}
        lead={t('What you want to spend in a month. We tell you when 80% and when all of it is spent.')}
      >
        {budgets.isError && !budgets.data && (
          <LoadFailure text={t('We couldn’t load your budgets.')} onRetry={budgets.refetch} busy={budgets.isFetching} />
        )}
        {budgets.isPending && <Skeleton className="h-96 w-full rounded-card" />}
        {budgets.data && <BudgetsForm budgets={budgets.data} spending={spending.data} />}
      </Page>
    </div>
  )
}

/** Money is not spent on income. */
const PLANNED: Category[] = CATEGORIES.filter((category) => category !== 'income')
const AMOUNT_TEXT = msg('Enter a valid amount.')

type Form = Partial<Record<Category, string>>

const toForm = ({ budgets }: Budgets): Form => {
  const amounts = new Map(budgets.map(({ category, amount }) => [category, amount]))
  const textOf = (category: Category) => {
    const amount = amounts.get(category)
    return amount === undefined ? '' : toFieldText(amount)
  }
  return Object.fromEntries(PLANNED.map((category) => [category, textOf(category)]))
}

function BudgetsForm({ budgets, spending }: { budgets: Budgets; spending: Spending | undefined }) {
  const form = useForm<Form>({ defaultValues: toForm(budgets), reValidateMode: 'onSubmit' })
  const { errors, isSubmitting } = form.formState
  const problemId = useId()
  const save = form.handleSubmit(async (values) => {
    const given = PLANNED.flatMap((category) => {
      const cents = parseAmountCents(values[category] ?? '')
      return cents === null ? [] : [{ category, amount: toAmount(cents) }]
    })
    // One for income can only have been set elsewhere, and stays.
    const others = budgets.budgets.filter(({ category }) => !PLANNED.includes(category))
    try {
      const saved = await call<typeof updateBudgets>('PUT', '/users/budgets', {
        body: { budgets: [...given, ...others] },
      })
      storeBudgets(saved)
      form.reset(toForm(saved))
      showToast({ message: t('Saved.') })
    } catch (error) {
      form.setError('root', { message: errorMessage(error) })
    }
  })
  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      <ul className={classNames(cardClass, 'grid')}>
        {PLANNED.map((category) => (
          <li key={category} className="flex gap-4 border-t border-line px-5 py-4 first:border-t-0 sm:px-6">
            <CategoryMark category={category} className="max-[22.4rem]:hidden" />
            <div className="grid min-w-0 flex-1 gap-x-6 gap-y-3 sm:grid-cols-2 sm:items-end">
              <AmountField
                label={t(CATEGORY_NAMES[category])}
                error={errors[category]?.message}
                {...form.register(category, {
                  validate: (text = '') => text.trim() === '' || checkAmount(text, t(AMOUNT_TEXT)),
                  onChange: () => form.clearErrors(),
                })}
              />
              <Progress
                budget={budgets.budgets.find((budget) => budget.category === category)?.amount}
                spent={spending?.categories.find((share) => share.category === category)?.amount ?? 0}
              />
            </div>
          </li>
        ))}
      </ul>
      <FormProblem id={problemId}>{errors.root?.message}</FormProblem>
      <Button type="submit" busy={isSubmitting} className="justify-self-start">
        {isSubmitting ? t('Saving') : t('Save budgets')}
      </Button>
    </form>
  )
}

/** What was spent of it this month. */
const Progress = ({ budget, spent }: { budget: number | undefined; spent: number }) => (
  <div className="grid gap-2 sm:pb-4">
    {budget !== undefined && <SpendingBar share={spent / budget} tone={spent > budget ? 'over' : 'spent'} />}
    <p className="figures text-sm text-muted">
      <Trans text="<0/> spent this month" parts={[() => <HideableAmount amount={spent} />]} />
    </p>
  </div>
)
