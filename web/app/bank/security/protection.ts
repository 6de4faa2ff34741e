import type { Factors } from '#contract/identity/factors.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { codesLeft, hasFewCodes } from '../../shared/session/remind-of-recovery-codes.ts'

export type Protection = {
  level: 'basic' | 'attention' | 'good'
  title: Text
  text: Text
  /** The next best step: its words, and the id of the card where it is done. */
  next: { text: Text; card: CardId } | null
}
export type CardId = 'passkeys' | 'authenticator-app' | 'recovery-codes'

export const hasSecondFactor = ({ totp, passkeys }: Factors) => totp || passkeys.length > 0

/** How well the account is protected, in plain words. */
export function protectionOf(factors: Factors, passkeysSupported: boolean): Protection {
  const { passkeys, recoveryCodes } = factors
  if (!hasSecondFactor(factors))
    return {
      level: 'basic',
      title: t('Only your password protects you'),
      text: t(
        'Anyone who learns your password can log in as you. A second factor stops them, and takes a minute to set up.',
      ),
      next: passkeysSupported
        ? { text: t('Add a passkey'), card: 'passkeys' }
        : { text: t('Set up an authenticator app'), card: 'authenticator-app' },
    }
  if (hasFewCodes(recoveryCodes))
    return {
      level: 'attention',
      title: t('Well protected, with one thing left to do'),
      text: t('{recoveryCodes}. Without them, losing your phone could lock you out.', {
        recoveryCodes: codesLeft(recoveryCodes),
      }),
      next: { text: t('Make recovery codes'), card: 'recovery-codes' },
    }
  return {
    level: 'good',
    title: t('Your account is well protected'),
    text: t('Your password alone is not enough to log in, and you have a way back if you lose your phone.'),
    next:
      passkeys.length === 0 && passkeysSupported
        ? { text: t('Add a passkey for faster log-ins'), card: 'passkeys' }
        : null,
  }
}
