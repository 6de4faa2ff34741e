import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { toCents } from '#contract/money.ts'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { accountsQuery } from '../accounts/accounts-query.ts'
import { cardClass, Page } from '../page.tsx'
import { StandingNotice } from '../standing-notice.tsx'
import { useProfile } from '../use-profile.ts'
import { ownRequestsQuery } from './pay-request-query.ts'
import { RequestForm } from './request-form.tsx'
import { RequestLink, type ShownRequest } from './request-link.tsx'
import { RequestList } from './request-list.tsx'
import { SplitForm } from './split-form.tsx'
import type { SplitState } from './split-state.ts'

export const meta = () => privateMeta(t('Request money'))

export function clientLoader() {
  if (!readToken()) return null
  void queryClient.prefetchQuery(accountsQuery)
  void queryClient.prefetchInfiniteQuery(ownRequestsQuery)
  return null
}

/** Makes links and QR codes for which others pay, and shows what became of them. */
export default function RequestPage() {
  const { status } = useProfile().user
  const { state } = useLocation() as { state: SplitState | null }
  const [splits, setSplits] = useState(Boolean(state?.split))
  const [made, setMade] = useState<ShownRequest | null>(null)
  const list = useRef<HTMLElement>(null)
  return (
    <Page
      title={t('Request money')}
      lead={t(
        'Send the link or show the QR code. Another customer of this bank opens it, sees your name and the amount, and approves the transfer.',
      )}
    >
      <StandingNotice status={status} />
      {(status === 'Active' || status === 'Frozen') && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className={classNames(cardClass, 'grid gap-5 p-5 sm:p-6')}>
            <WayPicker splits={splits} onChange={setSplits} />
            {splits ? (
              <SplitForm
                start={state?.split && { ...state.split, totalCents: toCents(state.split.amount) ?? 0n }}
                onMade={() => list.current?.scrollIntoView({ block: 'start' })}
              />
            ) : (
              <RequestForm onMade={setMade} />
            )}
          </div>
          {made && !splits && <MadeRequest key={made.code} request={made} />}
        </div>
      )}
      <RequestList ref={list} />
    </Page>
  )
}

/** It is below the form on a phone, so it scrolls into view. */
const MadeRequest = ({ request }: { request: ShownRequest }) => (
  <section
    ref={(section) => section?.scrollIntoView({ block: 'nearest' })}
    aria-label={t('Your payment link')}
    className={classNames(cardClass, 'scroll-my-24 p-5 sm:p-6')}
  >
    <RequestLink request={request} />
  </section>
)

function WayPicker({ splits, onChange }: { splits: boolean; onChange: (splits: boolean) => void }) {
  const ways = [
    { name: t('One request'), value: false },
    { name: t('Split a bill'), value: true },
  ]
  return (
    <fieldset className="flex w-fit max-w-full flex-wrap gap-1 rounded-[1.75rem] border border-line bg-sunken p-1">
      <legend className="sr-only">{t('How to request')}</legend>
      {ways.map(({ name, value }) => (
        <button
          key={name}
          type="button"
          aria-pressed={value === splits}
          onClick={() => onChange(value)}
          className={classNames(
            'min-h-11 rounded-full px-4 text-[0.9375rem] font-medium transition-colors',
            value === splits ? 'bg-ink text-paper' : 'text-muted hover:text-ink',
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
