import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import type { secureAccount } from '#contract/identity/auth.ts'
import { storeToken } from '../shared/api/auth-token.ts'
import { call } from '../shared/api/call.ts'
import { t } from '../shared/i18n/i18n.ts'
import { localPath } from '../shared/i18n/local-path.ts'
import { useLinkToken } from '../shared/session/use-link-token.ts'
import { Button } from '../shared/ui/button.tsx'
import { showToast } from '../shared/ui/feedback/toasts.ts'
import { FormProblem } from '../shared/ui/forms/form-problem.tsx'
import { privateMeta } from '../shared/ui/page/page-meta.ts'
import { FormHead } from './form-parts.tsx'
import { isLinkRefused, LinkState } from './link-state.tsx'

export const meta = () => privateMeta(t('Secure your account'))

/** Asks for one click: mail scanners open the links of an email. */
export default function SecureAccountPage() {
  const problemId = useId()
  const token = useLinkToken()
  const navigate = useNavigate()
  const { mutate, isError, isPending, isSuccess, error } = useMutation({
    // Fails without a connection, instead of waiting for one unseen.
    networkMode: 'always',
    mutationFn: (token: string) => call<typeof secureAccount>('POST', '/auths/secure-account', { body: { token } }),
    onSuccess: ({ resetToken }) => {
      // All sessions have ended, including this browser's.
      storeToken(null)
      showToast({
        message: t('Your account is secured. We emailed you what was cancelled and paused.'),
      })
      return navigate(localPath(`/reset-password#token=${resetToken}`), { replace: true })
    },
  })

  if (token === null)
    return (
      <LinkState
        title={t('This link is incomplete')}
        to={localPath('/login?mode=forgot')}
        label={t('Set a new password')}
      >
        {t('Open the full link from our email. If it has expired, set a new password.')}
      </LinkState>
    )
  if (isError && isLinkRefused(error))
    return (
      <LinkState
        title={t('This link no longer works')}
        to={localPath('/login?mode=forgot')}
        label={t('Set a new password')}
      >
        {t('It was used already or is older than 72 hours. If someone else may know your password, set a new one.')}
      </LinkState>
    )
  const busy = isPending || isSuccess
  return (
    <>
      <FormHead title={t('Wasn’t it you?')}>
        {t(
          'We’ll log out every device, cancel transfers that are still pending and pause scheduled payments, if they were made since that log-in, and stop your current password from working. Then you’ll set a new one.',
        )}
      </FormHead>
      <div className="grid gap-5">
        <FormProblem id={problemId}>
          {isError ? t('We couldn’t secure your account. Check your connection and try again.') : undefined}
        </FormProblem>
        <Button size="large" busy={busy} disabled={!token} onClick={() => token && mutate(token)}>
          {busy ? t('Securing') : t('Secure my account')}
        </Button>
      </div>
    </>
  )
}
