import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { type Ref, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { cancelPayRequest, OwnPayRequest } from '#contract/payments/pay-requests.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { LoadMore } from '../../shared/ui/feedback/load-more.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { formatDay } from '../../shared/ui/figures/dates.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { cardClass } from '../page.tsx'
import { linkOf, ownRequestsQuery, reloadOwnRequests } from './pay-request-query.ts'
import { RequestLink } from './request-link.tsx'

/** The person's own requests with what became of them, newest first. */
export function RequestList({ ref }: { ref: Ref<HTMLElement> }) {
  const pages = useInfiniteQuery(ownRequestsQuery)
  const requests = pages.data?.pages.flatMap(({ items }) => items)
  return (
    <section ref={ref} aria-labelledby="own-requests" className="grid scroll-mt-24 gap-4">
      <h2 id="own-requests" className="display text-2xl">
        {t('Your requests')}
      </h2>
      <div className={classNames(cardClass, 'overflow-hidden')}>
        {pages.isError && !requests && (
          <div className="p-5 sm:p-6">
            <LoadFailure text={t('We couldn’t load your requests.')} onRetry={pages.refetch} busy={pages.isFetching} />
          </div>
        )}
        {pages.isPending && <Loading />}
        {requests?.length === 0 && (
          <div className="grid justify-items-center gap-3 px-5 py-12 text-center">
            <HandCoins aria-hidden className="size-7 text-muted" strokeWidth={1.6} />
            <p className="font-medium">{t('No requests yet.')}</p>
            <p className="max-w-sm text-muted">{t('Requests that you make appear here, with who has paid.')}</p>
          </div>
        )}
        {requests && requests.length > 0 && (
          <ul aria-labelledby="own-requests" className="divide-y divide-line">
            {requests.map((request) => (
              <RequestRow key={request._id} request={request} />
            ))}
          </ul>
        )}
      </div>
      <LoadMore pages={pages} failedText={t('Failed to load more.')} />
    </section>
  )
}

function stateText({ status, pending, paidBy, expiresAt }: OwnPayRequest): Text {
  if (status === 'Paid') return paidBy ? t('Paid by {name}', { name: paidBy }) : t('Paid')
  if (pending) return t('A payment is on its way')
  if (status === 'Cancelled') return t('Cancelled')
  if (status === 'Expired') return t('Expired')
  return joinTexts(
    ' · ',
    t('Open until {day}', { day: formatDay(expiresAt) }),
    paidBy && t('last paid by {name}', { name: paidBy }),
  )
}

const nameOf = ({ amount, reference }: OwnPayRequest): Text =>
  joinTexts(' · ', amount === null ? t('Any amount') : formatMoney(amount), reference)

function RequestRow({ request }: { request: OwnPayRequest }) {
  const [open, setOpen] = useState<'link' | 'question' | null>(null)
  const cancel = useMutation({
    mutationFn: () => call<typeof cancelPayRequest>('DELETE', '/pay-requests/:code', { params: { code: request._id } }),
    onSuccess: () => showToast({ message: t('Request cancelled.') }),
    onError: (error) => showError(error),
    onSettled: () => {
      setOpen(null)
      void reloadOwnRequests()
    },
  })
  const { amount, reference, status, pending } = request
  const isOpen = status === 'Open' && !pending
  const named = <span className="sr-only">{joinTexts(' ', nameOf(request))}</span>
  return (
    <li className="grid gap-1 px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 font-medium wrap-anywhere">
          {reference ? <bdi>{reference}</bdi> : t('Request of {day}', { day: formatDay(request.createdAt) })}
        </p>
        <p className="figures ms-auto font-semibold">
          {amount === null ? t('Any amount') : <HideableAmount amount={amount} />}
        </p>
      </div>
      <p className={classNames('text-[0.9375rem]', status === 'Paid' ? 'text-positive' : 'text-muted')}>
        {stateText(request)}
      </p>
      {isOpen && (
        <div className="-mx-3 flex flex-wrap items-center gap-1">
          <span className="px-3">
            <CopyButton text={linkOf(request.code)} />
          </span>
          <Button variant="quiet" onClick={() => setOpen('link')} className="px-3!">
            {t('Link and QR code')}
            {named}
          </Button>
          <Button variant="quiet" onClick={() => setOpen('question')} className="px-3! text-negative">
            {t('Cancel request')}
            {named}
          </Button>
        </div>
      )}
      {open === 'link' && (
        <Dialog open onClose={() => setOpen(null)} title={t('Your payment link')}>
          <RequestLink request={request} />
        </Dialog>
      )}
      {open === 'question' && (
        <AskDialog
          title={t('Cancel this request?')}
          action={t('Cancel request')}
          busy={cancel.isPending}
          onAct={() => cancel.mutate()}
          onClose={() => setOpen(null)}
        >
          {t('No one can pay it any more, even with the link. You can always make a new one.')}
        </AskDialog>
      )}
    </li>
  )
}

const Loading = () => (
  <div role="status" className="grid gap-4 p-5 sm:p-6">
    <span className="sr-only">{t('Loading...')}</span>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-14 w-full" />
    ))}
  </div>
)
