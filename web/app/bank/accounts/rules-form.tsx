import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Account } from '#contract/customers/accounts.ts'
import { formatMoney, sampleCents, toAmount } from '#contract/money.ts'
import { roundUpCents } from '#contract/payments/round-up.ts'
import { LAST_EVERY_DAY } from '#contract/payments/savings-rule-names.ts'
import type { SavingsRules, setSavingsRules } from '#contract/payments/savings-rules.ts'
import { verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { errorMessage } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { FormProblem } from '../../shared/ui/forms/form-problem.tsx'
import { checkAmount, parseAmountCents, toFieldText } from '../../shared/ui/forms/parse-amount.ts'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { accountsQuery } from './accounts-query.ts'
import { rulesQuery } from './rules-query.ts'
import { SavingsRuns } from './savings-runs.tsx'

const AMOUNT_TEXT = msg('Enter a valid amount.')
const EXAMPLE_CENTS = 3_40n
const DAYS = Array.from({ length: LAST_EVERY_DAY }, (_, index) => index + 1)

type Props = { account: Account; onDone: () => void }

/** What a savings account saves by itself, and what that has moved so far. */
export function RulesForm({ account, onDone }: Props) {
  const rules = useQuery(rulesQuery(account._id))
  if (rules.isPending) return <Skeleton className="h-72 w-full" />
  if (!rules.data)
    return (
      <LoadFailure
        text={t('We couldn’t load what this account saves automatically.')}
        onRetry={rules.refetch}
        busy={rules.isFetching}
      />
    )
  return (
    <div className="grid gap-7">
      <Fields account={account} rules={rules.data} onDone={onDone} />
      <SavingsRuns accountId={account._id} />
    </div>
  )
}

function Fields({ account, rules, onDone }: Props & { rules: SavingsRules }) {
  const problemId = useId()
  const { every } = rules
  const form = useForm({
    defaultValues: {
      roundUp: rules.roundUp,
      amount: every ? toFieldText(every.amount) : verbatim(''),
      day: String(every?.day ?? 1),
    },
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ roundUp, amount, day }) => {
    const cents = parseAmountCents(amount)
    const body = { roundUp, ...(cents === null ? {} : { every: { amount: toAmount(cents), day: Number(day) } }) }
    try {
      await call<typeof setSavingsRules>('PUT', '/accounts/:id/rules', { params: { id: account._id }, body })
      await queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
      showToast({ message: t('Saved') })
      onDone()
    } catch (error) {
      form.setError('root', { message: errorMessage(error) })
    }
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <RoundUpField {...form.register('roundUp')} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <AmountField
          label={t('Every month (optional)')}
          error={errors.amount?.message}
          {...form.register('amount', {
            validate: (text) => text.trim() === '' || checkAmount(text, t(AMOUNT_TEXT)),
            onChange: () => form.clearErrors(),
          })}
        />
        <SelectField label={t('On day||of the month')} className="[&_select]:h-14" {...form.register('day')}>
          {DAYS.map((day) => (
            <option key={day} value={day}>
              {verbatim(String(day))}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="text-[0.9375rem] text-muted">
        {t('The money comes from your main account. If there isn’t enough in it, we skip that day and let you know.')}
      </p>
      <FormProblem id={problemId}>{errors.root?.message}</FormProblem>
      <Button type="submit" size="large" busy={isSubmitting}>
        {isSubmitting ? t('Saving') : t('Save changes')}
      </Button>
    </form>
  )
}

function RoundUpField(input: ReturnType<ReturnType<typeof useForm<{ roundUp: boolean }>>['register']>) {
  const paidCents = sampleCents(EXAMPLE_CENTS)
  const savedCents = roundUpCents(paidCents)
  const [paid, rounded, saved] = [paidCents, paidCents + savedCents, savedCents].map((cents) =>
    formatMoney(toAmount(cents)),
  )
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-2xl bg-sunken px-4 py-3.5">
      <input {...input} type="checkbox" className="mt-0.5 size-5 shrink-0 accent-accent" />
      <span className="grid gap-1">
        <span className="font-medium">{t('Round up my payments')}</span>
        <span className="text-[0.9375rem] text-muted">
          {t('{paid} → {rounded}: {saved} saved. Moved here once a day.', {
            paid: paid ?? verbatim(''),
            rounded: rounded ?? verbatim(''),
            saved: saved ?? verbatim(''),
          })}
        </span>
        <span className="text-[0.9375rem] text-muted">{t('One savings account at a time gets the round-ups.')}</span>
      </span>
    </label>
  )
}
