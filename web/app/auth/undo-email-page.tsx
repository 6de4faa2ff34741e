import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { undoEmail } from '#contract/identity/email.ts'
import { storeToken } from '../shared/api/auth-token.ts'
import { call } from '../shared/api/call.ts'
import { t } from '../shared/i18n/i18n.ts'
import { localPath } from '../shared/i18n/local-path.ts'
import { useLinkToken } from '../shared/session/use-link-token.ts'
import { Button } from '../shared/ui/button.tsx'
import { FormProblem } from '../shared/ui/forms/form-problem.tsx'
import { privateMeta } from '../shared/ui/page/page-meta.ts'
import { FormHead } from './form-parts.tsx'
import { isLinkRefused, LinkState } from './link-state.tsx'

export const meta = () => privateMeta(t('Undo the email change'))

/** Asks for one click: mail scanners open the links of an email. */
export default function UndoEmailPage() {
  const problemId = useId()
  const token = useLinkToken()
  const { mutate, isSuccess, isError, isPending, error } = useMutation({
    // Fails without a connection, instead of waiting for one unseen.
    networkMode: 'always',
    mutationFn: (token: string) =>
      call<typeof undoEmail>('POST', '/auths/undo-email', { body: { token } }).then(() => null),
    // The undo has ended every session, this browser's included.
    onSuccess: () => storeToken(null),
  })

  if (token === null)
    return (
      <LinkState title={t('This link is incomplete')} to={localPath('/contact')} label={t('Contact us')}>
        {t('Open the full link from our email. If you can’t find it, contact us right away.')}
      </LinkState>
    )
  if (isSuccess)
    return (
      <LinkState title={t('Your email is back')} to={localPath('/login')} label={t('Go to login')}>
        {t(
          'We logged out all devices, cancelled transfers that were still pending and paused scheduled payments, if they were made since the day before the change. We emailed you what was stopped, and a link to set a new password. Until you do, nobody can log in to your account. If the link expires, choose “Forgot password”.',
        )}
      </LinkState>
    )
  if (isError && isLinkRefused(error))
    return (
      <LinkState title={t('This link no longer works')} to={localPath('/contact')} label={t('Contact us')}>
        {t('It was used already or is older than 72 hours. If someone else changed your email, contact us right away.')}
      </LinkState>
    )
  return (
    <>
      <FormHead title={t('Undo the email change?')}>
        {t(
          'We’ll bring your previous address back, log out all devices, cancel transfers that are still pending and pause scheduled payments, if they were made since the day before the change, and email you a link to set a new password.',
        )}
      </FormHead>
      <div className="grid gap-5">
        <FormProblem id={problemId}>
          {isError ? t('We couldn’t undo the change. Check your connection and try again.') : undefined}
        </FormProblem>
        <Button size="large" busy={isPending} disabled={!token} onClick={() => token && mutate(token)}>
          {isPending ? t('Undoing the change') : t('Undo the change')}
        </Button>
      </div>
    </>
  )
}
