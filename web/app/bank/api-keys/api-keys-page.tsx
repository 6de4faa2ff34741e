import { useQuery } from '@tanstack/react-query'
import { KeySquare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { cardClass, Page } from '../page.tsx'
import { StandingNotice } from '../standing-notice.tsx'
import { useProfile } from '../use-profile.ts'
import { ApiKeyRow } from './api-key-row.tsx'
import { apiKeysQuery } from './api-keys-query.ts'

// Loads when it is opened.
const MakeKeyDialog = lazy(() => import('./make-key-dialog.tsx').then((module) => ({ default: module.MakeKeyDialog })))

export const meta = () => privateMeta(t('API keys'))

export function clientLoader() {
  if (readToken()) void queryClient.prefetchQuery(apiKeysQuery)
  return null
}

export default function ApiKeysPage() {
  const { user } = useProfile()
  const keys = useQuery(apiKeysQuery)
  const [making, setMaking] = useState(false)
  const canMake = user.status === 'Active'
  const makeButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} onClick={() => setMaking(true)}>
      {t('Make a key')}
    </Button>
  )
  return (
    <div className="max-w-4xl">
      <Page
        title={t('API keys')}
        lead={t('For programs of your own. A key does what you allow it, and you can revoke it at any time.')}
        actions={canMake && Boolean(keys.data?.length) && makeButton('secondary')}
      >
        <StandingNotice status={user.status} />
        <div className={classNames(cardClass, 'overflow-hidden')}>
          {keys.isError && !keys.data && (
            <div className="p-5 sm:p-6">
              <LoadFailure text={t('We couldn’t load your API keys.')} onRetry={keys.refetch} busy={keys.isFetching} />
            </div>
          )}
          {keys.isPending && <Loading />}
          {keys.data?.length === 0 && <NoKeys>{canMake && makeButton('primary')}</NoKeys>}
          {keys.data && keys.data.length > 0 && (
            <ul aria-label={t('API keys')} className="divide-y divide-line">
              {keys.data.map((apiKey) => (
                <ApiKeyRow key={apiKey._id} apiKey={apiKey} />
              ))}
            </ul>
          )}
        </div>
        <Suspense>{making && <MakeKeyDialog role={user.role} onClose={() => setMaking(false)} />}</Suspense>
      </Page>
    </div>
  )
}

const NoKeys = ({ children }: { children: Content }) => (
  <div className="grid justify-items-center gap-3 px-5 py-12 text-center">
    <KeySquare aria-hidden className="size-7 text-muted" strokeWidth={1.6} />
    <p className="font-medium">{t('You have no API keys.')}</p>
    <p className="max-w-sm text-muted">
      {t('With a key, your bookkeeping reads your transactions, or your payroll sends money, without your password.')}
    </p>
    {children}
  </div>
)

const Loading = () => (
  <div role="status" className="grid gap-4 p-5 sm:p-6">
    <span className="sr-only">{t('Loading...')}</span>
    {[1, 2].map((row) => (
      <Skeleton key={row} className="h-20 w-full" />
    ))}
  </div>
)
