import { type RefusalCode, refusals } from '#contract/refusals.ts'

export type FieldError = { msg: string; path: string }

type More = {
  message?: string
  errors?: FieldError[]
  retryAfterSeconds?: number
  current?: Record<string, unknown> | undefined
}

/** The bank says no, and why. Thrown, so that an open transaction is rolled back; mapped to an answer in one place. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly errors: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** How the thing stands now, for whoever lost a race. */
  readonly current: Record<string, unknown> | undefined

  constructor(code: RefusalCode, more: More = {}) {
    super(more.message ?? refusals[code].message)
    this.code = code
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
    this.current = more.current
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** One field is wrong in a way that only the database could tell. */
export const invalidField = (path: string, msg: string) => new Refusal('invalid', { errors: [{ msg, path }] })
