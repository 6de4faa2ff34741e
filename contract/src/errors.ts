import { z } from 'zod'

export const fieldError = z.object({ msg: z.string(), path: z.string() })

export const errorBody = z
  .object({
    message: z.string(),
    code: z.string().meta({ description: 'A stable word for programs.', examples: ['insufficient_balance'] }),
    requestId: z.string(),
    errors: z.array(fieldError).optional(),
    current: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Of a conflict: how the thing stands now, where the call says so.' }),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>
