import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import type { Factors } from '#contract/identity/factors.ts'
import { factorsQuery } from '../../shared/api/factors-query.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { AccessLogCard } from '../access-log/access-log-card.tsx'
import { Page } from '../page.tsx'
import { Devices } from '../settings/devices.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { hasSecondFactor } from './protection.ts'
import { ProtectionStatus } from './protection-status.tsx'
import { RecentLogIns } from './recent-log-ins.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { WhatProtectsWhat } from './what-protects-what.tsx'

export const meta = () => privateMeta(t('Security'))

export default function SecurityPage() {
  const factors = useQuery(factorsQuery)
  return (
    <Page title={t('Security')} lead={t('Who can get into your account, and how.')}>
      {factors.isError && !factors.data && (
        <LoadFailure
          text={t('We couldn’t load your security settings.')}
          onRetry={factors.refetch}
          busy={factors.isFetching}
        />
      )}
      {factors.isPending && <Skeleton className="h-40 w-full rounded-card" />}
      {factors.data && <ProtectionStatus factors={factors.data} />}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[1.4fr_1fr]">
        <div className="grid grid-cols-1 gap-5">
          {factors.data && <FactorCards factors={factors.data} />}
          {factors.isPending && [1, 2].map((card) => <Skeleton key={card} className="h-52 w-full rounded-card" />)}
        </div>
        <div className="grid grid-cols-1 gap-5">
          <Devices />
          <RecentLogIns />
          <AccessLogCard />
          <WhatProtectsWhat />
        </div>
      </div>
    </Page>
  )
}

/** `returnTo`: where the bank requires a second factor, and leads back to once it is set up. */
export type SecurityState = { returnTo?: string } | null

function FactorCards({ factors }: { factors: Factors }) {
  const navigate = useNavigate()
  const { returnTo } = (useLocation().state as SecurityState) ?? {}
  const onEnrolled = () => {
    if (returnTo) void navigate(returnTo, { replace: true })
  }
  const hasPasskey = factors.passkeys.length > 0
  return (
    <>
      <Passkeys passkeys={factors.passkeys} hasApp={factors.totp} onEnrolled={onEnrolled} />
      <AuthenticatorApp enrolled={factors.totp} hasPasskey={hasPasskey} onEnrolled={onEnrolled} />
      {hasSecondFactor(factors) && <RecoveryCodes left={factors.recoveryCodes} />}
    </>
  )
}
