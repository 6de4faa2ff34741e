import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { confirmEmail } from '#contract/email.ts'
import { call } from '../shared/api/call.ts'
import { Button } from '../shared/ui/button.tsx'
import { privateMeta } from '../shared/ui/page-meta.ts'
import { Spinner } from '../shared/ui/spinner.tsx'
import { FormHead } from './form-parts.tsx'
import { isLinkRefused, LinkState } from './link-state.tsx'
import { useLinkToken } from './use-link-token.ts'

export const meta = () => privateMeta('Confirm your email')

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
      <LinkState title="This link is incomplete" to="/dashboard/settings" label="Open settings">
        Open the full link from our email. If you can’t find it, send it again from your settings.
      </LinkState>
    )
  if (isSuccess)
    return (
      <LinkState title="Your email is confirmed" to="/dashboard" label="Go to my account">
        Thank you. From now on, our emails go to this address.
      </LinkState>
    )
  if (isError && isLinkRefused(error))
    return (
      <LinkState title="This link no longer works" to="/dashboard/settings" label="Open settings">
        It was used already, has expired, or is for another address. If your email isn’t confirmed yet, send a new link
        from your settings.
      </LinkState>
    )
  if (isError)
    return (
      <div role="status">
        <FormHead title="We couldn’t confirm your email">Check your connection and try again.</FormHead>
        <Button size="large" onClick={() => token && mutate(token)}>
          Try again
        </Button>
      </div>
    )
  return (
    <div role="status">
      <FormHead title="Confirming your email">This takes a moment.</FormHead>
      <Spinner className="size-6" />
    </div>
  )
}
