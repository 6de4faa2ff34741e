import { errorText } from '#contract/texts.ts'

export type FieldError = { msg: string; path: string }

type ErrorBody = { code?: string; errors?: FieldError[]; current?: Record<string, unknown> }

/** An error response, or no response at all (status 0). `message` is the text to show. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fieldErrors: FieldError[]
  /** In a conflict: the current values. */
  readonly current: Record<string, unknown> | undefined

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    super(errorText(body), options)
    const response = typeof body === 'object' && body !== null ? (body as ErrorBody) : ({} as ErrorBody)
    this.status = status
    this.code = response.code
    this.current = response.current
    this.fieldErrors = Array.isArray(response.errors) ? response.errors : []
  }
}

/** The session has ended. A wrong password is a 401 as well, with another code. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === 'unauthenticated'

/** The text to show for anything thrown; a bug in the page has no message for users. */
export const errorMessage = (error: unknown) => (error instanceof ApiError ? error.message : errorText(null))
