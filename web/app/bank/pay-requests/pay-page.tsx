import { useQuery } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { Navigate, useParams } from 'react-router'
import type { PayRequest, readPayRequest } from '#contract/payments/pay-requests.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { ApiError, errorMessage } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { loadCatalogue } from '../../shared/i18n/load-catalogues.ts'
import { SessionGate } from '../../shared/session/session-gate.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import type { Content } from '../../shared/ui/content.ts'
import { PageSpinner } from '../../shared/ui/feedback/spinner.tsx'
import { toFieldText } from '../../shared/ui/forms/parse-amount.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import type { TransferPageState } from '../payees/payee-details.ts'

export const meta = () => privateMeta(t('Payment request'))
export const clientLoader = () => loadCatalogue('bank')

/** A link or QR code that requests money. A visitor signs in first and comes back. */
export default function PayPage() {
  const { code = '' } = useParams()
  return <SessionGate>{() => <OpenRequest code={code} />}</SessionGate>
}

const toPrefill = ({ accountName, accountNumber = verbatim(''), bankName, amount, reference }: PayRequest) => ({
  accountName,
  accountNumber,
  bankName,
  iban: '',
  swiftCode: '',
  ...(amount === null ? {} : { amountText: toFieldText(amount) }),
  ...(reference ? { message: reference } : {}),
})

function OpenRequest({ code }: { code: string }) {
  const request = useQuery({
    queryKey: ['pay-request', code],
    queryFn: ({ signal }) => call<typeof readPayRequest>('GET', '/pay-requests/:code', { params: { code }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (request.isPending) return <PageSpinner />
  if (!request.data) {
    const refused = request.error instanceof ApiError && request.error.status >= 400 && request.error.status < 500
    return (
      <Notice title={refused ? t('This link can’t be used') : t('We couldn’t open this link')} icon>
        <p role="alert" className="max-w-md text-muted">
          {errorMessage(request.error)}
        </p>
        {!refused && (
          <Button onClick={() => void request.refetch()} busy={request.isFetching}>
            {t('Try again')}
          </Button>
        )}
      </Notice>
    )
  }
  if (request.data.own)
    return (
      <Notice title={t('This is your own request')}>
        <p className="max-w-md text-muted">
          {t('Send the link or show the QR code to the person who should pay you.')}
        </p>
      </Notice>
    )
  const state: TransferPageState = { prefill: toPrefill(request.data) }
  return <Navigate to="/dashboard/transfer" replace state={state} />
}

function Notice({ title, icon = false, children }: { title: Text; icon?: boolean; children: Content }) {
  return (
    <main className="measure grid min-h-[80dvh] place-content-center justify-items-center gap-5 py-16 text-center">
      {icon && <Link2Off aria-hidden className="size-9 text-muted" strokeWidth={1.5} />}
      <h1 className="display text-4xl">{title}</h1>
      {children}
      <ButtonLink to="/dashboard" variant="secondary">
        {t('Go to dashboard')}
      </ButtonLink>
    </main>
  )
}
