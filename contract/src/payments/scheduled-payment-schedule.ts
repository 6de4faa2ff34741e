import { z } from 'zod'
import { YEARS_PATTERN } from '../fields.ts'
import { FREQUENCIES } from './scheduled-payment-calendar.ts'

const DAY_TEXT = 'Enter a date (YYYY-MM-DD).'
const day = z.iso
  .date(DAY_TEXT)
  .refine((text) => text >= '1900' && text < '3000', DAY_TEXT)
  .meta({ pattern: YEARS_PATTERN })

/** When a scheduled payment is due. */
export const scheduleFields = {
  startOn: day.meta({ description: 'The first due day, in the bank’s time zone. Today: at once.' }),
  every: z
    .enum(FREQUENCIES, { error: 'Choose once, week or month.' })
    .meta({ description: 'The 31st means the last day of a shorter month.' }),
  until: day.nullable().optional().meta({ description: 'The last day that may be due. Null or absent: no end.' }),
}

type ScheduleInput = { startOn: string; every: string; until?: string | null | undefined }

export const withSchedule = <Fields extends ScheduleInput, Input>(body: z.ZodType<Fields, Input>) =>
  body
    .refine(({ every, until }) => every !== 'once' || !until, {
      error: 'A single payment has no end date.',
      path: ['until'],
    })
    .refine(({ startOn, until }) => !until || until >= startOn, {
      error: 'Choose a day that is not before the first payment.',
      path: ['until'],
    })
    .meta({
      if: { properties: { every: { const: 'once' } }, required: ['every'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { properties: { until: { type: 'null' } } },
    })

export const schedule = withSchedule(z.strictObject(scheduleFields)).transform(({ until = null, ...schedule }) => ({
  ...schedule,
  until,
}))
