import { joinTexts, type Text } from '#contract/text.ts'
import { errorText, UNKNOWN_ERROR_TEXT } from '#contract/texts.ts'
import { translateApiText } from '../i18n/api-texts.ts'
import { t } from '../i18n/i18n.ts'

export type FieldError = { msg: Text; path: string }

type ErrorBody = { code?: string; errors?: { msg?: string; path: string }[]; current?: Record<string, unknown> }

/** An error response, or no response at all (status 0). `message` is the text to show. */
export class ApiError extends Error {
  declare readonly message: Text
  readonly status: number
  readonly code: string | undefined
  readonly fieldErrors: FieldError[]
  /** In a conflict: the current values. */
  readonly current: Record<string, unknown> | undefined

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    super(translateTexts(body), options)
    const response = typeof body === 'object' && body !== null ? (body as ErrorBody) : ({} as ErrorBody)
    this.status = status
    this.code = response.code
    this.current = response.current
    this.fieldErrors = fieldErrorsOf(body)
  }
}

/** The API is in English; its fixed texts are in the catalogues. A text that is in none is shown as it is. */
const translateTexts = (body: unknown) => {
  const errors = fieldErrorsOf(body)
  return errors.length > 0 ? joinTexts(', ', ...errors.map(({ msg }) => msg)) : translateApiText(errorText(body))
}

function fieldErrorsOf(body: unknown): FieldError[] {
  const { errors } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody
  return Array.isArray(errors)
    ? errors.map(({ msg, path }) => ({ msg: translateApiText(String(msg ?? '')), path }))
    : []
}

const OFFLINE = 'offline'

/** The device has no connection, so nothing was sent. Nothing is queued either. */
export const offlineError = () =>
  new ApiError(0, { code: OFFLINE, message: t('You are offline. Nothing was sent: this needs a connection.') })
export const isOffline = (error: unknown) => error instanceof ApiError && error.code === OFFLINE

/** The session has ended. A wrong password is a 401 as well, with another code. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === 'unauthenticated'

/** The text to show for anything thrown; a bug in the page has no message for users. */
export const errorMessage = (error: unknown) => (error instanceof ApiError ? error.message : t(UNKNOWN_ERROR_TEXT))
