import { type RefusalCode, refusals } from '#contract/refusals.ts'

export type FieldError = { msg: string; path: string }

type RefusalDetails = {
  message?: string
  errors?: FieldError[]
  retryAfterSeconds?: number
  current?: Record<string, unknown> | undefined
  logged?: Record<string, string>
}

/** A business rule refuses the request. Throwing it rolls back the open transaction; http/errors.ts maps it to a response. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly errors: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** The current state, for the caller that lost a race. */
  readonly current: Record<string, unknown> | undefined
  /** For the log only: never an email address or a secret. */
  readonly logged: Record<string, string> | undefined

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? refusals[code].message)
    this.code = code
    this.errors = details.errors
    this.retryAfterSeconds = details.retryAfterSeconds
    this.current = details.current
    this.logged = details.logged
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** A field error that only the database can detect. */
export const invalidField = (path: string, msg: string) => new Refusal('invalid', { errors: [{ msg, path }] })
