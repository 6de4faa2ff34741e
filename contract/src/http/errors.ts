import { z } from 'zod'

export const fieldError = z.object({ msg: z.string(), path: z.string() })

export const errorBody = z
  .object({
    message: z.string(),
    code: z.string().meta({ description: 'A stable code for programs.', examples: ['insufficient_balance'] }),
    requestId: z.string(),
    errors: z.array(fieldError).optional(),
    current: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'After a conflict: the current state, for endpoints that return it.' }),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>
