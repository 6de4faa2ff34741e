import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { confirmEmail } from '#contract/identity/email.ts'
import { call } from '../shared/api/call.ts'
import { t } from '../shared/i18n/i18n.ts'
import { useLinkToken } from '../shared/session/use-link-token.ts'
import { Button } from '../shared/ui/button.tsx'
import { Spinner } from '../shared/ui/feedback/spinner.tsx'
import { privateMeta } from '../shared/ui/page/page-meta.ts'
import { FormHead } from './form-parts.tsx'
import { isLinkRefused, LinkState } from './link-state.tsx'

export const meta = () => privateMeta(t('Confirm your email'))

export default function ConfirmEmailPage() {
  const token = useLinkToken()
  const { mutate, isSuccess, isError, error } = useMutation({
    // Fails without a connection, instead of waiting for one unseen.
    networkMode: 'always',
    mutationFn: (token: string) =>
      call<typeof confirmEmail>('POST', '/auths/confirm-email', { body: { token } }).then(() => null),
  })
  useEffect(() => {
    if (token) mutate(token)
  }, [token, mutate])

  if (token === null)
    return (
      <LinkState title={t('This link is incomplete')} to="/dashboard/settings" label={t('Open settings')}>
        {t('Open the full link from our email. If you can’t find it, send it again from your settings.')}
      </LinkState>
    )
  if (isSuccess)
    return (
      <LinkState title={t('Your email is confirmed')} to="/dashboard" label={t('Go to my account')}>
        {t('Thank you. From now on, our emails go to this address.')}
      </LinkState>
    )
  if (isError && isLinkRefused(error))
    return (
      <LinkState title={t('This link no longer works')} to="/dashboard/settings" label={t('Open settings')}>
        {t(
          'It was used already, has expired, or is for another address. If your email isn’t confirmed yet, send a new link from your settings.',
        )}
      </LinkState>
    )
  if (isError)
    return (
      <div role="status">
        <FormHead title={t('We couldn’t confirm your email')}>{t('Check your connection and try again.')}</FormHead>
        <Button size="large" onClick={() => token && mutate(token)}>
          {t('Try again')}
        </Button>
      </div>
    )
  return (
    <div role="status">
      <FormHead title={t('Confirming your email')}>{t('This takes a moment.')}</FormHead>
      <Spinner className="size-6" />
    </div>
  )
}
