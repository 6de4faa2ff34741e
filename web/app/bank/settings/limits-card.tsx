import { useQuery } from '@tanstack/react-query'
import { formatMoney, toAmount } from '#contract/money.ts'
import type { Limits, updateLimits } from '#contract/payments/limits.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { customerTime, formatDay } from '../../shared/ui/figures/dates.ts'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { checkAmount, parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { limitsQuery } from '../limits-query.ts'
import { SettingsCard } from './settings-card.tsx'

/** The daily limit: what is left today, and a lower one of one's own. */
export function LimitsCard() {
  const limits = useQuery(limitsQuery)
  return (
    <SettingsCard
      title={t('Limits')}
      lead={t(
        'What you can send within a day, from all your accounts together. Moving money between them is not limited.',
      )}
    >
      {limits.isPending && <Skeleton className="h-40 w-full" />}
      {limits.isError && !limits.data && (
        <LoadFailure text={t('We couldn’t load your limits.')} onRetry={limits.refetch} busy={limits.isFetching} />
      )}
      {limits.data && (
        <>
          <PresentLimit limits={limits.data} />
          <LimitForm limits={limits.data} />
        </>
      )}
    </SettingsCard>
  )
}

function PresentLimit({ limits: { daily, left, sent, next } }: { limits: Limits }) {
  return (
    <div className="grid gap-2">
      <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        <Row name={t('Daily limit')} value={daily === null ? t('None') : formatMoney(daily)} />
        <Row name={t('Sent today')} value={formatMoney(sent)} />
        {left !== null && <Row name={t('Left today')} value={formatMoney(left)} />}
      </dl>
      {next && (
        <p className="text-muted">
          {next.own === null
            ? t('From {time}: no limit of your own.', { time: dayAndTime(next.at) })
            : t('From {time}: {amount}.', { time: dayAndTime(next.at), amount: formatMoney(next.own) })}
        </p>
      )}
    </div>
  )
}

const dayAndTime = (iso: string) => joinTexts(', ', formatDay(iso), customerTime(iso))

const Row = ({ name, value }: { name: Text; value: Text }) => (
  <div className="flex flex-wrap justify-between gap-x-6 bg-surface px-4 py-3">
    <dt className="text-muted">{name}</dt>
    <dd className="figures ms-auto font-medium">{value}</dd>
  </div>
)

const AMOUNT_TEXT = msg('Enter a valid amount.')

function LimitForm({ limits: { own, bank } }: { limits: Limits }) {
  const form = useForm({ defaultValues: { daily: '' }, reValidateMode: 'onSubmit' })
  const { errors, isSubmitting } = form.formState
  const typed = parseAmountCents(form.watch('daily'))

  async function save(daily: number | null) {
    try {
      const saved = await call<typeof updateLimits>('PUT', '/users/limits', { body: { daily } })
      queryClient.setQueryData(limitsQuery.queryKey, saved)
      form.reset()
      showToast({
        message: saved.next
          ? t('Your new limit applies from {at}', { at: dayAndTime(saved.next.at) })
          : t('Your new limit applies now'),
      })
    } catch (error) {
      if (!showFieldErrors(error, form, ['daily'])) showError(error)
    }
  }
  const raises = own !== null && typed !== null && toAmount(typed) > own
  const most = bank !== null && t('At most {amount}.', { amount: formatMoney(bank) })
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ daily }) => save(toAmount(parseAmountCents(daily) ?? 0n)))}
      className="grid gap-5"
    >
      <AmountField
        label={own === null ? t('Set your own limit') : t('Change your own limit')}
        hint={joinTexts(
          ' ',
          raises ? t('A higher limit applies after 24 hours.') : t('A lower limit applies at once.'),
          most,
        )}
        error={errors.daily?.message}
        {...form.register('daily', {
          validate: (text) => checkAmount(text, t(AMOUNT_TEXT)),
          onChange: () => form.clearErrors(),
        })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" busy={isSubmitting}>
          {isSubmitting ? t('Saving') : t('Save limit')}
        </Button>
        {own !== null && (
          <Button variant="quiet" disabled={isSubmitting} onClick={() => save(null)}>
            {t('Remove my limit')}
          </Button>
        )}
      </div>
    </form>
  )
}
