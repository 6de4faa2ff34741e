import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { money } from '../fields.ts'

/** Including the current month. */
export const MONTHS_SHOWN = 12

export const monthlySums = z
  .object({
    month: z.string().meta({ description: 'YYYY-MM, a month in the bank’s time zone.', examples: ['2026-01'] }),
    deposits: money,
    transfers: money,
  })
  .meta({ id: 'MonthlySums', examples: [{ month: '2026-01', deposits: 3200, transfers: 1841.75 }] })
export type MonthlySums = z.infer<typeof monthlySums>

export const listMonths = endpoint({
  method: 'GET',
  path: '/users/months',
  keyScope: 'read',
  policy: 'signedIn',
  tag: 'People',
  summary: 'Money in and out by month, oldest first',
  description: `The last ${MONTHS_SHOWN} months, including the current one and those without transactions. Completed
transactions by value date, as in the statistics of \`GET /users\`.`,
  success: { status: 200, body: z.array(monthlySums) },
})
