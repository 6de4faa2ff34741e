import { dueDays } from '#contract/payments/scheduled-payment-calendar.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { DayList } from '../../shared/scheduled-payments/day-list.tsx'
import { browserDay } from '../../shared/scheduled-payments/schedule-text.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import type { Form } from '../../shared/ui/forms/use-form.ts'
import { scheduleOf, startError, untilError } from './schedule.ts'
import type { TransferForm } from './transfer-values.ts'

const SHOWN_DAYS = 4

/** Today, or the days of a scheduled payment. */
export function WhenFields({ form }: { form: Form<TransferForm> }) {
  const { register, watch, clearErrors, formState } = form
  const [when, startOn] = watch(['when', 'startOn'])
  const { errors } = formState
  const repeats = when === 'week' || when === 'month'
  return (
    <div className="grid gap-5">
      <SelectField
        label={t('When')}
        {...register('when', { onChange: () => clearErrors(['startOn', 'until', 'amountText']) })}
      >
        <option value="today">{t('Today')}</option>
        <option value="once">{t('On a date')}</option>
        <option value="week">{t('Every week')}</option>
        <option value="month">{t('Every month')}</option>
      </SelectField>
      {when !== 'today' && (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              autoComplete="off"
              type="date"
              label={repeats ? t('First payment') : t('Date')}
              min={browserDay()}
              error={errors.startOn?.message}
              {...register('startOn', {
                validate: (day, { when }) => when === 'today' || startError(day),
                onChange: () => clearErrors(['startOn', 'until']),
              })}
            />
            {repeats && (
              <TextField
                autoComplete="off"
                type="date"
                label={t('Until (optional)')}
                min={startOn || browserDay()}
                error={errors.until?.message}
                {...register('until', {
                  validate: (day, { when, startOn }) => when === 'today' || when === 'once' || untilError(day, startOn),
                  onChange: () => clearErrors('until'),
                })}
              />
            )}
          </div>
          {repeats && <NextDays form={form} />}
          <TextField
            label={t('Name (optional)')}
            hint={t('What you call it, for example Rent. Only you see it.')}
            maxLength={100}
            autoComplete="off"
            {...register('name')}
          />
        </>
      )}
    </div>
  )
}

/** Shows what the 31st means in shorter months. */
function NextDays({ form }: { form: Form<TransferForm> }) {
  const [when, startOn, until] = form.watch(['when', 'startOn', 'until'])
  const schedule = scheduleOf({ when, startOn, until, name: '' })
  if (!schedule || startError(startOn) !== true) return null
  const days = dueDays(schedule, startOn, SHOWN_DAYS)
  if (days.length === 0) return null
  return (
    <p role="status" className="rounded-2xl bg-sunken px-4 py-3 text-[0.9375rem]">
      <span className="text-muted">
        {t('Next dates:')}
        {verbatim(' ')}
      </span>
      <DayList days={days} />
      {days.length === SHOWN_DAYS && verbatim(' …')}
    </p>
  )
}
