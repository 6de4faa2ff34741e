import { errorText } from '#contract/texts.ts'

export type FieldError = { msg: string; path: string }

/** The bank said no, or could not be reached (status 0). `message` is the text a person should read. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fieldErrors: FieldError[]

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    super(errorText(body), options)
    const answer = typeof body === 'object' && body !== null ? (body as { code?: string; errors?: FieldError[] }) : {}
    this.status = status
    this.code = answer.code
    this.fieldErrors = Array.isArray(answer.errors) ? answer.errors : []
  }
}

/** The session is over, as opposed to a wrong password, which is a 401 as well. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === 'unauthenticated'

/** What to show for anything thrown; a bug in the page has no text of its own for people. */
export const textOf = (error: unknown) => (error instanceof ApiError ? error.message : errorText(null))
