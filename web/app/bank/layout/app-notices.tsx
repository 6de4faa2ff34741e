import { CloudOff, RefreshCw, Smartphone, X } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { verbatim } from '#contract/text.ts'
import { useToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { useProfileState } from '../../shared/api/session.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { dismissInstallation, install, useInstallOffer, watchInstallation } from '../../shared/offline/installation.ts'
import { applyUpdate, registerServiceWorker, useUpdateReady } from '../../shared/offline/service-worker.ts'
import { keepSnapshot } from '../../shared/offline/snapshot.ts'
import { useOnline } from '../../shared/offline/use-online.ts'
import { readDevice } from '../../shared/push/stored-device.ts'
import type { Content } from '../../shared/ui/content.ts'
import { isDialogOpen } from '../../shared/ui/dialogs/open-dialog.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { customerTime } from '../../shared/ui/figures/dates.ts'

/** Above every page: that the connection is lost, that a new version waits, and once that the bank can be installed. */
export function AppNotices() {
  useEffect(() => {
    watchInstallation()
    void registerServiceWorker()
    return keepSnapshot()
  }, [])
  useRenewedDevice()
  useClickedNotifications()
  return (
    <div role="status" className="mx-auto grid w-full max-w-6xl gap-3 px-5 empty:hidden sm:px-8 print:hidden">
      <OfflineNotice />
      <UpdateNotice />
      <InstallHint />
    </div>
  )
}

/** A session that only expired leaves the device on: the next one goes on with it, also after logging in again in the dialog. */
function useRenewedDevice() {
  const token = useToken()
  useEffect(() => {
    if (token && readDevice()) void import('../../shared/push/push-device.ts').then(({ renewDevice }) => renewDevice())
  }, [token])
}

/** A click on a notification while the bank is open. */
function useClickedNotifications() {
  const navigate = useNavigate()
  useEffect(() => {
    const openPage = ({ data }: MessageEvent) => {
      if (data?.type !== 'OPEN_PAGE') return
      const open = () => void navigate(data.path)
      if (!isDialogOpen()) return open()
      showToast({ message: t('Opening the notification closes this form.'), action: open, buttonText: t('Open it') })
    }
    navigator.serviceWorker?.addEventListener('message', openPage)
    return () => navigator.serviceWorker?.removeEventListener('message', openPage)
  }, [navigate])
}

function OfflineNotice() {
  const online = useOnline()
  const { loadedAt, unreachable } = useProfileState()
  useEffect(() => {
    // What is shown is old, and requests that failed are not repeated by themselves.
    const reload = () => void queryClient.invalidateQueries()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  if (online && !unreachable) return null
  return (
    <Notice icon={<CloudOff aria-hidden className="size-5 shrink-0 text-warning" />}>
      <strong className="font-semibold">
        {t('As of {time}, offline', { time: customerTime(loadedAt.toISOString()) })}
      </strong>
      {verbatim(' ')}
      <span className="text-ink/80">{t('Payments and changes need a connection.')}</span>
    </Notice>
  )
}

function UpdateNotice() {
  if (!useUpdateReady()) return null
  return (
    <Notice icon={<RefreshCw aria-hidden className="size-5 shrink-0 text-accent" />}>
      {t('A new version is ready.')}
      {verbatim(' ')}
      <button type="button" onClick={() => void applyUpdate()} className={actionClass}>
        {t('Update now')}
      </button>
    </Notice>
  )
}

function InstallHint() {
  const offer = useInstallOffer()
  if (!offer) return null
  return (
    <Notice icon={<Smartphone aria-hidden className="size-5 shrink-0 text-accent" />} onDismiss={dismissInstallation}>
      {offer.by === 'prompt'
        ? t('Keep the bank on your home screen.')
        : t('Keep the bank on your home screen: tap Share, then “Add to Home Screen”.')}
      {verbatim(' ')}
      {offer.by === 'prompt' && (
        <button type="button" onClick={() => void install()} className={actionClass}>
          {t('Install')}
        </button>
      )}
    </Notice>
  )
}

const actionClass = '-my-2 min-h-11 rounded-full px-2 font-semibold text-accent hover:underline'

type NoticeProps = { icon: Content; children: Content; onDismiss?: () => void }

const Notice = ({ icon, children, onDismiss }: NoticeProps) => (
  <div className="flex items-center gap-3 rounded-card bg-warning-soft px-5 py-2.5 text-[0.9375rem] text-ink">
    {icon}
    <p className="me-auto">{children}</p>
    {onDismiss && (
      <button
        type="button"
        onClick={onDismiss}
        className="-me-3 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
      >
        <X aria-hidden className="size-5" />
        <span className="sr-only">{t('Dismiss')}</span>
      </button>
    )}
  </div>
)
