import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id } from '../fields.ts'
import { scheduledPayment } from './scheduled-payments.ts'

export const listUserScheduledPayments = endpoint({
  method: 'GET',
  path: '/admin/orders',
  keyScope: 'staff:read',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Scheduled payments of a person',
  description: 'As the person sees them. Staff can’t change them. The access log records the read.',
  query: z.strictObject({ userId: id }),
  example: { query: { userId: EXAMPLES.customer } },
  success: { status: 200, body: z.array(scheduledPayment) },
  refusals: ['not_found'],
})
