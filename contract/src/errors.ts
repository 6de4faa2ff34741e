import { z } from 'zod'

export const fieldError = z.object({ msg: z.string(), path: z.string() })

export const errorBody = z
  .object({
    message: z.string(),
    code: z.string().meta({ description: 'A stable word for programs.', examples: ['insufficient_balance'] }),
    requestId: z.string(),
    errors: z.array(fieldError).optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>
