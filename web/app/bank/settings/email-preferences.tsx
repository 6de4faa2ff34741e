import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OptionalMailKind } from '#contract/notification-kinds.ts'
import type { MailPreferences, readMailPreferences, updateMailPreferences } from '#contract/notifications.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { showError } from '../../shared/show-error.ts'
import { LoadFailure } from '../../shared/ui/load-failure.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { SettingsCard } from './settings-card.tsx'

const NAMES: Record<OptionalMailKind, string> = {
  'deposit.approved': 'A deposit was approved',
  'deposit.declined': 'A deposit was declined',
  'deposit.received': 'You received money',
  'transfer.approved': 'A transfer was approved',
  'transfer.declined': 'A transfer was declined',
  'support.answered': 'Support answered and you have not seen it for five minutes',
}

const query = {
  queryKey: ['mail choices'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<typeof readMailPreferences>('GET', '/notifications/mail', { signal }),
}

/** Each switch is stored as it is pressed. */
export function EmailPreferences() {
  const choices = useQuery(query)
  /** What was pressed and is not stored yet. Not in the cache, where whatever is loaded meanwhile would undo it. */
  const [pressed, setPressed] = useState<MailPreferences>()
  const choose = useMutation({
    mutationFn: (body: MailPreferences) => call<typeof updateMailPreferences>('PUT', '/notifications/mail', { body }),
    // Each says all of them, so they go one after the other: the last press has the last word.
    scope: { id: 'mail choices' },
    onSuccess: async (chosen) => {
      await queryClient.cancelQueries(query)
      queryClient.setQueryData(query.queryKey, chosen)
    },
    onError: (error) => {
      showError(error)
      return queryClient.invalidateQueries(query)
    },
    onSettled: (_chosen, _error, sent) => setPressed((now) => (now === sent ? undefined : now)),
  })
  const press = (next: MailPreferences) => {
    setPressed(next)
    choose.mutate(next)
  }
  const data = pressed ?? choices.data
  return (
    <SettingsCard
      title="E-mail notifications"
      lead="Letters about your password, e-mail, PIN or code always come: they guard your account."
    >
      {choices.isError && !data && (
        <LoadFailure text="Your choices could not be loaded." onRetry={choices.refetch} busy={choices.isFetching} />
      )}
      {choices.isPending && <Skeleton className="h-48 w-full" />}
      {data && (
        <ul className="grid">
          {(Object.keys(NAMES) as OptionalMailKind[]).map((topic) => (
            <li key={topic}>
              <label className="flex min-h-11 items-center gap-3 rounded-lg py-1.5">
                <input
                  type="checkbox"
                  checked={data[topic]}
                  onChange={({ target }) => press({ ...data, [topic]: target.checked })}
                  className="size-5 shrink-0 accent-accent"
                />
                <span>{NAMES[topic]}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}
