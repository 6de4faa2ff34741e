import { useState } from 'react'
import type { verifyLogin } from '#contract/identity/auth.ts'
import type { Text } from '#contract/text.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { passkeysSupported, signWithPasskey } from '../api/passkeys.ts'
import type { LoginChallenge } from '../api/session.ts'
import { t } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { PasskeysUnavailable } from './passkeys-unavailable.tsx'
import { type Answer, type Method, VerificationForm } from './verification-form.tsx'

type Props = {
  challenge: LoginChallenge
  onToken: (token: string) => Promise<void>
  /** Back to the password; with the reason when the challenge has expired. */
  onBack: (problem?: Text) => void
}

const BY_PREFERENCE = ['passkey', 'totp', 'recovery'] as const

/** The second step of logging in. */
export function SecondFactorStep({ challenge: { challenge, methods, passkeyOptions }, onToken, onBack }: Props) {
  const [usable] = useState<Method[]>(() =>
    BY_PREFERENCE.filter((method) => methods.includes(method) && (method !== 'passkey' || passkeysSupported())),
  )
  const verify = async (answer: Answer) => {
    try {
      const body = { ...answer, challenge }
      const { token } = await call<typeof verifyLogin>('POST', '/auths/login/verify', { body })
      await onToken(token)
    } catch (error) {
      if (!isExpired(error)) throw error
      onBack(error.message)
    }
  }
  if (usable.length === 0)
    return (
      <div className="grid justify-items-start gap-5">
        <PasskeysUnavailable>{t('You log in with a passkey.')}</PasskeysUnavailable>
        <Button variant="secondary" onClick={() => onBack()}>
          {t('Back')}
        </Button>
      </div>
    )
  return (
    <VerificationForm
      methods={usable}
      signWithPasskey={async () => ({ passkey: await signWithPasskey(passkeyOptions ?? {}) })}
      onAnswer={verify}
      onCancel={() => onBack()}
      submitText={t('Continue')}
      cancelText={t('Back')}
    />
  )
}

const isExpired = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'challenge_expired'
