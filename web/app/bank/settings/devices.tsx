import { useMutation, useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { isPhone } from '#contract/identity/describe-browser.ts'
import type { Device, endDevice, endOtherDevices, listDevices } from '#contract/identity/devices.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { browserName } from './browser-name.ts'
import { SettingsCard } from './settings-card.tsx'
import { timeAgo } from './time-ago.ts'

export const devicesQuery = {
  queryKey: ['devices'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof listDevices>('GET', '/users/devices', { signal }),
}
const reload = () => queryClient.invalidateQueries(devicesQuery)

export function Devices() {
  const devices = useQuery(devicesQuery)
  const endOthers = useMutation({
    mutationFn: () => call<typeof endOtherDevices>('DELETE', '/users/devices'),
    onError: (error) => showError(error),
    onSettled: reload,
  })
  return (
    <SettingsCard
      title={t('Your devices')}
      lead={t('Where you’re logged in now. Log out any device you don’t recognize.')}
    >
      {devices.isError && !devices.data && (
        <LoadFailure text={t('We couldn’t load your devices.')} onRetry={devices.refetch} busy={devices.isFetching} />
      )}
      {devices.isPending && <Skeleton className="h-16 w-full" />}
      {devices.data && (
        <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          {devices.data.map((device) => (
            <DeviceRow key={device._id} device={device} />
          ))}
        </ul>
      )}
      {devices.data && devices.data.length > 1 && (
        <Button
          variant="danger"
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate()}
          className="justify-self-start"
        >
          {t('Log out all other devices')}
        </Button>
      )}
    </SettingsCard>
  )
}

function DeviceRow({ device }: { device: Device }) {
  const end = useMutation({
    mutationFn: () => call<typeof endDevice>('DELETE', '/users/devices/:id', { params: { id: device._id } }),
    onError: (error) => showError(error),
    onSettled: reload,
  })
  const name = browserName(device.userAgent)
  const Icon = isPhone(device.userAgent) ? Smartphone : Laptop
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-3">
      <Icon aria-hidden className="size-6 shrink-0 text-muted" strokeWidth={1.6} />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-medium break-words">{name}</p>
        <p className="figures text-sm text-muted">{device.address}</p>
        <p className="figures text-sm text-muted">
          {device.current
            ? t('Logged in {createdAt}', { createdAt: timeAgo(device.createdAt) })
            : t('Last active {lastSeenAt}', { lastSeenAt: timeAgo(device.lastSeenAt) })}
        </p>
      </div>
      {device.current ? (
        <span className="shrink-0 rounded-full bg-positive-soft px-3 py-1 text-[0.8125rem] font-medium text-positive">
          {t('This device')}
        </span>
      ) : (
        <Button variant="secondary" busy={end.isPending} onClick={() => end.mutate()} className="shrink-0">
          <Trans
            text="Log out<0> {name}</0>"
            parts={[(children) => <span className="sr-only">{children}</span>]}
            values={{ name }}
          />
        </Button>
      )}
    </li>
  )
}
