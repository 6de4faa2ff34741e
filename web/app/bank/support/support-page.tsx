import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { listTransactions } from '#contract/payments/transactions.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { readToken } from '../../shared/api/auth-token.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import type { AboutTransaction } from '../../shared/chat/composer.tsx'
import { Conversation } from '../../shared/chat/conversation.tsx'
import { threadQuery } from '../../shared/chat/thread-query.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { cardClass, Page } from '../page.tsx'
import type { SupportTopic } from '../pin/locked-secret.tsx'
import { detailsHref } from '../transactions/transaction-labels.ts'

export const meta = () => privateMeta(t('Support'))

export function clientLoader() {
  if (readToken()) void queryClient.prefetchInfiniteQuery(threadQuery(null))
  return null
}

export default function SupportPage() {
  const { about, clearAbout } = useAbout()
  const draft = useDraft()
  return (
    <Page title={t('Support')} lead={t('Send us a message. A member of our team will reply here.')}>
      <Conversation
        owner={null}
        about={about}
        draft={draft}
        onClearAbout={clearAbout}
        hideAmounts={useAmountsHidden()}
        cardHref={detailsHref}
        empty={<p>{t('No messages yet. Ask us about a payment, your account, or anything else.')}</p>}
        className={classNames(
          cardClass,
          'h-[max(20rem,calc(100dvh-21.25rem-env(safe-area-inset-bottom)))] overflow-hidden lg:h-[max(24rem,calc(100dvh-17rem))]',
        )}
      />
    </Page>
  )
}

/** 'new-pin': the PIN may be locked or only forgotten. */
const TOPIC_DRAFTS: Record<SupportTopic | 'new-pin', TextId> = {
  pin: msg('My transaction PIN is locked. Please help me.'),
  'new-pin': msg('I need a new transaction PIN. Please help me.'),
  code: msg('My transaction code is locked. Please help me.'),
}

/** `?topic=`, from a page that has reached its end: the message is begun. */
function useDraft(): string {
  const topic = useSearchParams()[0].get('topic') ?? ''
  return topic in TOPIC_DRAFTS ? t(TOPIC_DRAFTS[topic as keyof typeof TOPIC_DRAFTS]) : ''
}

/** `?about=` has the reference of the transaction that the question is about. */
function useAbout() {
  const [params, setParams] = useSearchParams()
  const reference = params.get('about')
  const { data, isLoading } = useQuery({
    queryKey: ['transactions', 'about', reference],
    queryFn: ({ signal }) =>
      call<typeof listTransactions>('GET', '/transactions', { query: { search: reference ?? '' }, signal }),
    enabled: Boolean(reference),
  })
  const found = (reference && data?.find((transaction) => transaction.reference === reference)) || null
  const about: AboutTransaction = isLoading ? 'loading' : found
  return { about, clearAbout: () => reference && setParams({}, { replace: true }) }
}
