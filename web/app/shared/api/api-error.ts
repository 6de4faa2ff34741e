import { errorText } from '#contract/texts.ts'

export type FieldError = { msg: string; path: string }

type Answer = { code?: string; errors?: FieldError[]; current?: Record<string, unknown> }

/** The bank said no, or could not be reached (status 0). `message` is the text a person should read. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fieldErrors: FieldError[]
  /** Of a conflict: how the thing stands now. */
  readonly current: Record<string, unknown> | undefined

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    super(errorText(body), options)
    const answer = typeof body === 'object' && body !== null ? (body as Answer) : ({} as Answer)
    this.status = status
    this.code = answer.code
    this.current = answer.current
    this.fieldErrors = Array.isArray(answer.errors) ? answer.errors : []
  }
}

/** The session is over, as opposed to a wrong password, which is a 401 as well. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === 'unauthenticated'

/** What to show for anything thrown; a bug in the page has no text of its own for people. */
export const errorMessage = (error: unknown) => (error instanceof ApiError ? error.message : errorText(null))
