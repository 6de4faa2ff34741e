import { useQuery } from '@tanstack/react-query'
import type { listRecentSignIns, RecentSignIn } from '#contract/identity/devices.ts'
import { joinTexts } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { transactionDate } from '../../shared/ui/figures/transaction-date.ts'
import { browserName } from '../settings/browser-name.ts'
import { SettingsCard } from '../settings/settings-card.tsx'

const signInsQuery = {
  queryKey: ['sign-ins'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<typeof listRecentSignIns>('GET', '/users/sign-ins', { signal }),
}

const METHODS: Record<RecentSignIn['method'], TextId> = {
  password: msg('Password'),
  totp: msg('Password and code'),
  recovery: msg('Password and recovery code'),
  passkey: msg('Passkey'),
}

export function RecentLogIns() {
  const signIns = useQuery(signInsQuery)
  return (
    <SettingsCard
      title={t('Recent log-ins')}
      lead={t('The last 30 days. If one of them wasn’t you, change your password right away.')}
    >
      {signIns.isError && !signIns.data && (
        <LoadFailure text={t('We couldn’t load your log-ins.')} onRetry={signIns.refetch} busy={signIns.isFetching} />
      )}
      {signIns.isPending && <Skeleton className="h-16 w-full" />}
      {signIns.data?.length === 0 && <p className="text-muted">{t('No log-ins in the last 30 days.')}</p>}
      {signIns.data && signIns.data.length > 0 && (
        <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          {signIns.data.map((signIn) => (
            <SignInRow key={signIn._id} signIn={signIn} />
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}

function SignInRow({ signIn }: { signIn: RecentSignIn }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium break-words">{browserName(signIn.userAgent)}</p>
        <p className="figures text-sm text-muted">
          <time dateTime={signIn.at}>{transactionDate(signIn.at)}</time>
        </p>
        <p className="figures text-sm break-words text-muted">
          {joinTexts(' · ', t(METHODS[signIn.method]), signIn.address)}
        </p>
      </div>
      {signIn.newDevice && (
        <span className="shrink-0 rounded-full border border-line px-3 py-1 text-[0.8125rem] font-medium text-muted">
          {t('New device')}
        </span>
      )}
    </li>
  )
}
