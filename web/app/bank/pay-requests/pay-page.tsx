import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, type LucideIcon, Undo2, Unlink } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import type { PayRequest } from '#contract/payments/pay-requests.ts'
import type { Text } from '#contract/text.ts'
import { ApiError, errorMessage } from '../../shared/api/api-error.ts'
import { useToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { loadCatalogue } from '../../shared/i18n/load-catalogues.ts'
import { localPath } from '../../shared/i18n/local-path.ts'
import { institution } from '../../shared/institution.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import type { Content } from '../../shared/ui/content.ts'
import { PageSpinner } from '../../shared/ui/feedback/spinner.tsx'
import { formatDay } from '../../shared/ui/figures/dates.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { payRequestQuery, payTitle } from './pay-request-query.ts'

/** What pays is loaded for customers who are logged in. */
const PayAsCustomer = lazy(() => import('./pay-as-customer.tsx').then((module) => ({ default: module.PayAsCustomer })))

type LoaderArgs = { params: { code?: string } }

/** The title is known before the page is shown. What went wrong is shown by the page. */
export async function clientLoader({ params: { code = '' } }: LoaderArgs): Promise<PayRequest | null> {
  const [request] = await Promise.all([
    queryClient.fetchQuery(payRequestQuery(code)).catch(() => null),
    loadCatalogue('bank'),
  ])
  return request
}

export const meta = ({ loaderData }: { loaderData?: PayRequest | null }) =>
  privateMeta(loaderData ? payTitle(loaderData) : t('Payment request'))

/** A link or QR code that requests money. Everybody sees who asks for how much; a customer pays it here. */
export default function PayPage() {
  const { code = '' } = useParams()
  const token = useToken()
  const request = useQuery(payRequestQuery(code))
  const { data } = request
  if (request.isPending || token === undefined) return <PageSpinner />
  if (!data) return <Unreadable error={request.error} onRetry={request.refetch} retrying={request.isFetching} />
  if (token && !data.own)
    return (
      <Suspense fallback={<PageSpinner />}>
        <PayAsCustomer code={code} request={data} closed={<State request={data} />} />
      </Suspense>
    )
  return <State request={data} code={code} />
}

function Unreadable({ error, onRetry, retrying }: { error: unknown; onRetry: () => unknown; retrying: boolean }) {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return (
    <Notice icon={Unlink} title={refused ? t('This link can’t be used') : t('We couldn’t open this link')}>
      <p role="alert" className="text-muted">
        {errorMessage(error)}
      </p>
      {!refused && (
        <Button onClick={onRetry} busy={retrying} className="justify-self-start">
          {t('Try again')}
        </Button>
      )}
    </Notice>
  )
}

/** Visitors, the requester, and those who come too late see it. */
function State({ request, code }: { request: PayRequest; code?: string }) {
  const { accountName: name, status, pending, own } = request
  if (status === 'Paid')
    return (
      <Notice icon={CircleCheck} title={t('This request was paid')}>
        <Asked request={request} />
        <p className="text-muted">{t('There is nothing left to do.')}</p>
      </Notice>
    )
  if (pending)
    return (
      <Notice icon={Clock} title={t('A payment is on its way')}>
        <Asked request={request} />
        <p className="text-muted">
          {t('Someone is paying this request. If that doesn’t work out, it can be paid again.')}
        </p>
      </Notice>
    )
  if (status === 'Cancelled' || status === 'Expired')
    return (
      <Notice
        icon={Undo2}
        title={status === 'Expired' ? t('This request has expired') : t('This request was cancelled')}
      >
        <Asked request={request} />
        <p className="text-muted">{t('Ask {name} for a new one if you still want to pay.', { name })}</p>
      </Notice>
    )
  if (own)
    return (
      <Notice title={t('This is your own request')}>
        <Asked request={request} />
        <p className="text-muted">{t('Send the link or show the QR code to the person who should pay you.')}</p>
        <ButtonLink to="/dashboard/request" variant="secondary" className="justify-self-start">
          {t('Your requests')}
        </ButtonLink>
      </Notice>
    )
  return <Open request={request} code={code ?? ''} />
}

function Open({ request, code }: { request: PayRequest; code: string }) {
  const { accountName: name, reference, expiresAt } = request
  const state = { from: `/pay/${code}` }
  return (
    <Notice title={payTitle(request)}>
      {reference && (
        <blockquote className="border-s-2 border-line ps-4 wrap-anywhere">
          <bdi>{reference}</bdi>
        </blockquote>
      )}
      <p className="text-muted">
        {t(
          '{name} asks you for this. Log in to {bank} to pay. You see everything once more before any money is sent.',
          {
            name,
            bank: institution.name,
          },
        )}
      </p>
      <div className="grid gap-3">
        <ButtonLink to={localPath('/login')} state={state} size="large">
          {t('Log in to pay')}
        </ButtonLink>
        <ButtonLink to={`${localPath('/login')}?mode=sign-up`} state={state} size="large" variant="secondary">
          {t('Open an account')}
        </ButtonLink>
      </div>
      {expiresAt && <p className="text-sm text-muted">{t('Open until {day}.', { day: formatDay(expiresAt) })}</p>}
    </Notice>
  )
}

/** What the request was for, where it can't be paid. */
function Asked({ request }: { request: PayRequest }) {
  return (
    <p className="grid gap-1 rounded-2xl bg-sunken px-5 py-4 wrap-anywhere">
      <span className="font-medium">{payTitle(request)}</span>
      {request.reference && <bdi className="text-muted">{request.reference}</bdi>}
    </p>
  )
}

type NoticeProps = { icon?: LucideIcon; title: Text; children: Content }

function Notice({ icon: Icon, title, children }: NoticeProps) {
  return (
    <div className="grid gap-6">
      {Icon && <Icon aria-hidden className="size-9 text-muted" strokeWidth={1.5} />}
      <h1 className="display wrap-anywhere text-[clamp(2rem,8vw,2.6rem)]">{title}</h1>
      {children}
    </div>
  )
}
