import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OptionalMailKind } from '#contract/notifications/notification-kinds.ts'
import type {
  MailPreferences,
  readMailPreferences,
  updateMailPreferences,
} from '#contract/notifications/notifications.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { KIND_NAMES, KindChoices } from './kind-choices.tsx'
import { SettingsCard } from './settings-card.tsx'

const NAMES: Record<OptionalMailKind, TextId> = {
  ...KIND_NAMES,
  'support.answered': msg('Support reply that you haven’t seen after five minutes'),
}

const query = {
  queryKey: ['email preferences'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<typeof readMailPreferences>('GET', '/notifications/mail', { signal }),
}

/** Each checkbox is saved when it changes. */
export function EmailPreferences() {
  const preferences = useQuery(query)
  /** A change that is not saved yet. Not in the query cache, where a refetch would overwrite it. */
  const [unsaved, setUnsaved] = useState<MailPreferences>()
  const save = useMutation({
    mutationFn: (body: MailPreferences) => call<typeof updateMailPreferences>('PUT', '/notifications/mail', { body }),
    // Each request contains all preferences, so they run one after the other and the last change wins.
    scope: { id: 'email preferences' },
    onSuccess: async (saved) => {
      await queryClient.cancelQueries(query)
      queryClient.setQueryData(query.queryKey, saved)
    },
    onError: (error) => {
      showError(error)
      // Not awaited: the choice is taken back at once, also where loading again has to wait for a connection.
      void queryClient.invalidateQueries(query)
    },
    onSettled: (_saved, _error, sent) => setUnsaved((current) => (current === sent ? undefined : current)),
  })
  const change = (next: MailPreferences) => {
    setUnsaved(next)
    save.mutate(next)
  }
  const data = unsaved ?? preferences.data
  return (
    <SettingsCard
      title={t('Email notifications')}
      lead={t('Security emails about your password, email, PIN or code can’t be turned off.')}
    >
      {preferences.isError && !data && (
        <LoadFailure
          text={t('We couldn’t load your email settings.')}
          onRetry={preferences.refetch}
          busy={preferences.isFetching}
        />
      )}
      {preferences.isPending && <Skeleton className="h-48 w-full" />}
      {data && <KindChoices names={NAMES} values={data} onChange={change} />}
    </SettingsCard>
  )
}
