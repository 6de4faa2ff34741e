import { refusals } from '#contract/refusals.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { t } from '../../shared/i18n/i18n.ts'

export type SecretProblem = { problem: Text; locked: boolean }

/** Why a PIN or transaction code was refused, and how many attempts are left before it is locked. */
export function secretProblem({ code, message, current }: ApiError): SecretProblem {
  if (code === 'pin_locked') return { problem: t(PIN_LOCKED), locked: true }
  if (code === 'code_locked') return { problem: message, locked: true }
  const left = current?.attemptsLeft
  if (typeof left !== 'number') return { problem: message, locked: false }
  if (left === 0) return { problem: code === 'pin_incorrect' ? t(PIN_LOCKED) : t(CODE_LOCKED), locked: true }
  const attempts = t('{count, plural, one {# attempt left.} other {# attempts left.}}', { count: left })
  return { problem: joinTexts(' ', message, attempts), locked: false }
}

/** The page offers a new PIN, so it sends no one to support, unlike the message of the API. */
const PIN_LOCKED = msg('Your PIN is locked after five wrong attempts.')
const CODE_LOCKED = refusals.code_locked.message
