import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

export const endPersonSessions = endpoint({
  method: 'POST',
  path: '/admin/end-sessions',
  policy: 'admin',
  tag: 'Administration',
  summary: 'Sign a person out everywhere',
  description: 'Counts at once for anything that moves money, and within a second everywhere else.',
  body: z.strictObject({ userId: id }).meta({ examples: [{ userId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f' }] }),
  success: {
    status: 200,
    body: z
      .object({ ended: z.number().int().meta({ description: 'How many there were.' }) })
      .meta({ examples: [{ ended: 2 }] }),
  },
  refusals: ['not_found'],
})
