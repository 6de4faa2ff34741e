import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKeyDetails, revokeApiKey } from '#contract/identity/api-keys.ts'
import { formatMoney } from '#contract/money.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { formatDay } from '../../shared/ui/figures/dates.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { timeAgo } from '../settings/time-ago.ts'
import { reloadApiKeys } from './api-keys-query.ts'
import { SCOPE_TEXTS } from './scope-texts.ts'

export function ApiKeyRow({ apiKey }: { apiKey: ApiKeyDetails }) {
  const [asking, setAsking] = useState(false)
  const { name, start, scopes, dailyMax, sentToday } = apiKey
  const revoke = useMutation({
    mutationFn: () => call<typeof revokeApiKey>('DELETE', '/users/api-keys/:id', { params: { id: apiKey._id } }),
    onSuccess: () => setAsking(false),
    onError: (error) => showError(error),
    onSettled: reloadApiKeys,
  })
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 p-5 sm:px-6">
      <div className="grid min-w-0 flex-1 basis-60 gap-1.5">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <code dir="ltr" className="text-sm text-muted">
            {start}…
          </code>
        </p>
        <ul aria-label={t('Permissions')} className="flex flex-wrap gap-1.5">
          {scopes.map((scope) => (
            <li key={scope} className="rounded-full bg-sunken px-2.5 py-0.5 text-[0.8125rem] font-medium">
              {t(SCOPE_TEXTS[scope].name)}
            </li>
          ))}
        </ul>
        {dailyMax !== null && (
          <p className="text-sm">
            {t('{sent} of {most} sent today', { sent: formatMoney(sentToday ?? 0), most: formatMoney(dailyMax) })}
          </p>
        )}
        <p className="text-sm text-muted">{describeUse(apiKey)}</p>
      </div>
      <Button variant="quiet" onClick={() => setAsking(true)} className="-mx-3 text-negative">
        <Trans
          text="Revoke<0> {name}</0>"
          parts={[(children) => <span className="sr-only">{children}</span>]}
          values={{ name }}
        />
      </Button>
      {asking && (
        <AskDialog
          title={t('Revoke this key?')}
          action={t('Revoke key')}
          busy={revoke.isPending}
          onAct={() => revoke.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('Programs that use “{name}” lose access at once. What it has sent stays.', { name })}
        </AskDialog>
      )}
    </li>
  )
}

function describeUse({ createdAt, lastUsedAt, expiresAt }: ApiKeyDetails): Text {
  const used = lastUsedAt ? t('last used {lastUsedAt}', { lastUsedAt: timeAgo(lastUsedAt) }) : t('not used yet')
  const parts = [t('Added {time}', { time: timeAgo(createdAt) }), used]
  if (expiresAt)
    parts.push(
      Date.parse(expiresAt) <= Date.now()
        ? t('expired on {day}', { day: formatDay(expiresAt) })
        : t('expires on {day}', { day: formatDay(expiresAt) }),
    )
  return joinTexts(' · ', ...parts)
}
