import type { PersonDetails } from '#contract/office/administration.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { formatDateTime } from '../../parts/format-date.ts'

/** `isProblem`: transfers are refused until staff act. */
export type SecretState = { text: Text; isProblem: boolean }

type Secrets = PersonDetails['secrets']

export function describePin({ state }: Secrets['pin']): SecretState {
  if (state === 'locked')
    return {
      text: t('Locked after five wrong attempts. Reset it, and the customer creates a new one.'),
      isProblem: true,
    }
  return { text: state === 'set' ? t('Set') : t('Not set'), isProblem: false }
}

export function describeCode({ state, expiresAt }: Secrets['code']): SecretState {
  if (state === 'locked')
    return { text: t('Locked after five wrong attempts. Set a new code or clear it.'), isProblem: true }
  if (state === 'expired')
    return {
      text: t('Expired {expiresAt}. Set a new code or clear it.', { expiresAt: lastMinute(expiresAt) }),
      isProblem: true,
    }
  if (state === 'valid')
    return { text: t('Valid until {expiresAt}', { expiresAt: lastMinute(expiresAt) }), isProblem: false }
  return { text: t('Not set. Transfers need only the PIN.'), isProblem: false }
}

/** A code that expires at midnight is valid until 23:59 of the day that was entered. */
const lastMinute = (expiresAt: string | null) =>
  expiresAt ? formatDateTime(new Date(Date.parse(expiresAt) - 1).toISOString()) : ''
