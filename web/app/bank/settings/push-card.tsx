import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  PushChange,
  PushDevice,
  PushSettings,
  removePushDevice,
  updatePush,
} from '#contract/notifications/push.ts'
import type { Text } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { type PushSupport, pushQuery, pushSupport, turnOff, turnOn } from '../../shared/push/push-device.ts'
import { readDevice } from '../../shared/push/stored-device.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { browserName } from './browser-name.ts'
import { Choice, KIND_NAMES, KindChoices } from './kind-choices.tsx'
import { SettingsCard } from './settings-card.tsx'
import { timeAgo } from './time-ago.ts'

const reload = () => queryClient.invalidateQueries(pushQuery)

/** Push notifications: on this device, on others, and what they say. */
export function PushCard() {
  const push = useQuery(pushQuery)
  return (
    <SettingsCard
      title={t('Notifications on your devices')}
      lead={t('Shown even while the bank isn’t open, until you log out on the device.')}
    >
      {push.isError && !push.data && (
        <LoadFailure text={t('We couldn’t load your notifications.')} onRetry={push.refetch} busy={push.isFetching} />
      )}
      {push.isPending && <Skeleton className="h-16 w-full" />}
      {push.data && <Settings settings={push.data} />}
    </SettingsCard>
  )
}

function Settings({ settings }: { settings: PushSettings }) {
  const own = readDevice()
  const isOn = settings.devices.some(({ _id }) => _id === own?.id)
  const others = settings.devices.filter(({ _id }) => _id !== own?.id)
  return (
    <>
      <ThisDevice isOn={isOn} />
      {others.length > 0 && (
        <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          {others.map((device) => (
            <OtherDevice key={device._id} device={device} />
          ))}
        </ul>
      )}
      {settings.devices.length > 0 && <Preferences settings={settings} />}
    </>
  )
}

const EXPLANATIONS: Record<Exclude<PushSupport, 'yes'>, () => Text> = {
  blocked: () =>
    t('Your browser blocks our notifications. Open the site settings beside the address, and allow notifications.'),
  'not installed': () => t('First add the bank to your home screen, and open it from there.'),
  no: () => t('This browser has no notifications, or doesn’t offer them in a private window.'),
}

function ThisDevice({ isOn }: { isOn: boolean }) {
  const [support, setSupport] = useState(pushSupport)
  const change = useMutation({
    mutationFn: async () => (isOn ? await turnOff() : await turnOn()),
    onError: (error) => showError(error),
    onSettled: (outcome) => {
      setSupport(outcome === 'no service worker' ? 'no' : pushSupport())
      return reload()
    },
  })
  if (support !== 'yes' && !isOn) return <p className="text-[0.9375rem]">{EXPLANATIONS[support]()}</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="font-medium">{isOn ? t('On for this device') : t('Off for this device')}</p>
      <Button variant={isOn ? 'secondary' : 'primary'} busy={change.isPending} onClick={() => change.mutate()}>
        {isOn ? t('Turn off') : t('Turn on')}
      </Button>
      {isOn && support === 'blocked' && <p className="basis-full text-[0.9375rem]">{EXPLANATIONS.blocked()}</p>}
    </div>
  )
}

function OtherDevice({ device }: { device: PushDevice }) {
  const remove = useMutation({
    mutationFn: () => call<typeof removePushDevice>('DELETE', '/push/devices/:id', { params: { id: device._id } }),
    onError: (error) => showError(error),
    onSettled: reload,
  })
  const name = browserName(device.userAgent)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-3">
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-medium break-words">{name}</p>
        <p className="figures text-sm text-muted">
          {t('Turned on {createdAt}', { createdAt: timeAgo(device.createdAt) })}
        </p>
      </div>
      <Button variant="secondary" busy={remove.isPending} onClick={() => remove.mutate()} className="shrink-0">
        <Trans
          text="Turn off<0> {name}</0>"
          parts={[(children) => <span className="sr-only">{children}</span>]}
          values={{ name }}
        />
      </Button>
    </li>
  )
}

/** Each checkbox is saved when it changes. */
function Preferences({ settings }: { settings: PushSettings }) {
  /** A change that is not saved yet. Not in the query cache, where a refetch would overwrite it. */
  const [unsaved, setUnsaved] = useState<PushChange>()
  const save = useMutation({
    mutationFn: (body: PushChange) => call<typeof updatePush>('PATCH', '/push', { body }),
    scope: { id: 'push preferences' },
    onSuccess: async (saved) => {
      await queryClient.cancelQueries(pushQuery)
      queryClient.setQueryData(pushQuery.queryKey, saved)
    },
    onError: (error) => {
      showError(error)
      // Not awaited: the choice is taken back at once, also where loading again has to wait for a connection.
      void reload()
    },
    onSettled: (_saved, _error, sent) => setUnsaved((current) => (current === sent ? undefined : current)),
  })
  const change = (next: PushChange) => {
    setUnsaved(next)
    save.mutate(next)
  }
  return (
    <div className="grid gap-2">
      <Choice
        label={t('Show amounts and names, also on the lock screen')}
        checked={unsaved?.showAmounts ?? settings.showAmounts}
        onChange={(showAmounts) => change({ showAmounts })}
      />
      <p className="mt-2 text-[0.9375rem] text-muted">
        {t('Tell me about these. Notices about your security are always shown.')}
      </p>
      <KindChoices
        names={KIND_NAMES}
        values={unsaved?.kinds ?? settings.kinds}
        onChange={(kinds) => change({ kinds })}
      />
    </div>
  )
}
