import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id } from '../fields.ts'

export const endPersonSessions = endpoint({
  method: 'POST',
  path: '/admin/end-sessions',
  fresh: true,
  policy: 'secrets:reset',
  tag: 'Administration',
  summary: 'End all sessions of a customer',
  description: 'Takes effect immediately for requests that move money, and within a second for all others.',
  body: z.strictObject({ userId: id }),
  example: { body: { userId: EXAMPLES.customer } },
  success: {
    status: 200,
    body: z
      .object({ ended: z.number().int().meta({ description: 'The number of ended sessions.' }) })
      .meta({ examples: [{ ended: 2 }] }),
  },
  refusals: ['not_found'],
})
