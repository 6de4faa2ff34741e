import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import type { confirmSession } from '#contract/identity/auth.ts'
import type { Factors } from '#contract/identity/factors.ts'
import { ApiError } from './api/api-error.ts'
import { call } from './api/call.ts'
import { settleConfirmation } from './api/confirmation.ts'
import { factorsQuery, reloadFactors } from './api/factors-query.ts'
import { confirmWithPasskey, passkeysSupported } from './api/passkeys.ts'
import { t } from './i18n/i18n.ts'
import { PasskeysUnavailable } from './session/passkeys-unavailable.tsx'
import { type Answer, type Method, VerificationForm } from './session/verification-form.tsx'
import { Button } from './ui/button.tsx'
import { LoadFailure } from './ui/feedback/load-failure.tsx'
import { Skeleton } from './ui/feedback/skeleton.tsx'

const cancel = () => settleConfirmation(false)

/** Asks the user to confirm a sensitive change. The call that needs it waits, and the page behind keeps its state. */
export function ConfirmDialog({ user }: { user: User }) {
  useCancelOnNavigation()
  return (
    <BaseDialog.Root open disablePointerDismissal onOpenChange={(open) => !open && cancel()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-45 bg-veil" />
        <BaseDialog.Viewport className="fixed inset-0 z-45 grid grid-cols-1 grid-rows-[minmax(var(--toasts),1fr)_auto_minmax(1.25rem,1fr)] overflow-y-auto px-5">
          <BaseDialog.Popup className="row-start-2 w-full max-w-md justify-self-center rounded-3xl bg-paper p-6 shadow-lifted outline-none motion-safe:animate-lift sm:p-7">
            <BaseDialog.Title className="display text-3xl">{t('Confirm it’s you')}</BaseDialog.Title>
            <BaseDialog.Description className="mt-2 mb-6 text-muted">
              {t('It’s been a while since you logged in, and this change is sensitive. Nothing you typed is lost.')}
            </BaseDialog.Description>
            <Confirmation user={user} />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** The back button leaves the page that made the call. */
function useCancelOnNavigation() {
  const { key } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current !== key) cancel()
  }, [key])
}

function Confirmation({ user }: { user: User }) {
  const factors = useQuery(factorsQuery)
  if (factors.isPending)
    return (
      <div role="status" className="grid gap-5">
        <span className="sr-only">{t('Loading...')}</span>
        <Skeleton className="h-13 w-full" />
        <CancelButton />
      </div>
    )
  if (!factors.data)
    return (
      <div className="grid justify-items-start gap-3">
        <LoadFailure
          text={t('We couldn’t reach the bank. Please try again.')}
          onRetry={factors.refetch}
          busy={factors.isFetching}
        />
        <CancelButton />
      </div>
    )
  const methods = methodsOf(factors.data)
  if (methods.length === 0)
    return (
      <div className="grid justify-items-start gap-5">
        <PasskeysUnavailable>{t('You confirm with a passkey.')}</PasskeysUnavailable>
        <CancelButton />
      </div>
    )
  return (
    <VerificationForm
      key={methods.join()}
      methods={methods}
      email={user.email}
      signWithPasskey={confirmWithPasskey}
      onAnswer={confirm}
      onCancel={cancel}
      submitText={t('Confirm')}
      cancelText={t('Cancel')}
    />
  )
}

const CancelButton = () => (
  <Button variant="quiet" onClick={cancel} className="-mx-5 justify-self-start">
    {t('Cancel')}
  </Button>
)

/** The server takes the password only from users without a second factor. */
function methodsOf({ passkeys, totp, recoveryCodes }: Factors): Method[] {
  if (passkeys.length === 0 && !totp) return ['password']
  const methods: [Method, boolean][] = [
    ['passkey', passkeys.length > 0 && passkeysSupported()],
    ['totp', totp],
    ['recovery', recoveryCodes > 0],
  ]
  return methods.flatMap(([method, usable]) => (usable ? [method] : []))
}

async function confirm(answer: Answer) {
  try {
    await call<typeof confirmSession>('POST', '/auths/confirm', { body: answer })
  } catch (error) {
    // Set up in another tab meanwhile: the dialog then asks for it.
    if (error instanceof ApiError && error.code === 'second_factor_required') void reloadFactors()
    throw error
  }
  settleConfirmation(true)
}
