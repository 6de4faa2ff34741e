import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { bankCurrency } from '#contract/money.ts'
import type { readPaymentReference } from '#contract/payments/deposits.ts'
import { epcPayload } from '#contract/payments/epc-qr.ts'
import { formatPaymentReference } from '#contract/payments/payment-reference.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Text } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { OwnAccountField } from '../accounts/own-account-field.tsx'
import { Countdown } from './countdown.tsx'
import { DepositDialog, type DepositDialogProps } from './deposit-dialog.tsx'
import { PaymentStep } from './payment-step.tsx'
import { useCountdown } from './use-countdown.ts'
import { type DepositState, useDeposit } from './use-deposit.ts'
import { settingsQuery } from './use-settings.ts'

const REFRESH_SECONDS = 3_600
const QrCode = lazy(() => import('../qr-code.tsx').then((module) => ({ default: module.QrCode })))

/** Never changes. */
const referenceQuery = {
  queryKey: ['payment-reference'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<typeof readPaymentReference>('GET', '/deposit/reference', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
}

export function WireDepositDialog(props: DepositDialogProps) {
  const deposit = useDeposit()
  return (
    <DepositDialog {...props} title={t('Wire Transfer')} deposit={deposit}>
      {({ bankingInfo }) => <WireDeposit deposit={deposit} bankingInfo={bankingInfo} />}
    </DepositDialog>
  )
}

function WireDeposit({ deposit, bankingInfo }: { deposit: DepositState; bankingInfo: Settings['bankingInfo'] }) {
  const { secondsLeft, restart } = useCountdown(REFRESH_SECONDS)
  useEffect(() => {
    if (secondsLeft > 0) return
    restart()
    void queryClient.invalidateQueries(settingsQuery)
  }, [secondsLeft, restart])

  const reference = useQuery(referenceQuery).data?.reference
  const details: [name: Text, value: string][] = [
    [t('Bank name'), bankingInfo.bankName],
    [t('Account name'), bankingInfo.accountName],
    [t('Account number'), bankingInfo.accountNumber],
    [t('Routing number'), bankingInfo.routing],
    [t('Bank address'), bankingInfo.address],
    [t('Payment reference'), reference ? formatPaymentReference(reference) : ''],
  ]
  return (
    <form noValidate onSubmit={(event) => deposit.next(event, { method: 'bank' })} className="grid grid-cols-1 gap-5">
      <OwnAccountField
        label={t('To account')}
        value={deposit.accountId}
        onChange={(event) => deposit.setAccountId(event.target.value)}
      />
      <AmountField
        label={t('Amount')}
        value={deposit.amountText}
        hint={deposit.amountHint}
        onChange={(event) => deposit.setAmountText(event.target.value)}
      />
      <section aria-label={t('Payment details')} className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold">{t('Send your payment to')}</h3>
          <Countdown label={t('Account number refresh')} secondsLeft={secondsLeft} />
        </div>
        <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          {details.map(
            ([name, value]) =>
              value && (
                <div key={name} className="relative bg-surface py-2 pe-26 ps-4">
                  <dt className="text-sm text-muted">{name}</dt>
                  <dd className="font-medium break-words">
                    <bdi>{value}</bdi>
                    <span className="absolute inset-y-0 end-2.5 flex items-center">
                      <CopyButton text={value} what={name} />
                    </span>
                  </dd>
                </div>
              ),
          )}
        </dl>
        <p className="text-sm text-muted">
          {t('Write the payment reference on your transfer, so that we know the money is yours.')}
        </p>
        {reference && bankCurrency().code === 'EUR' && (
          <BankingAppCode
            payload={epcPayload({
              name: bankingInfo.accountName,
              accountNumber: bankingInfo.accountNumber,
              routing: bankingInfo.routing,
              amountCents: deposit.amountCents,
              reference,
            })}
          />
        )}
      </section>
      <PaymentStep deposit={deposit} />
    </form>
  )
}

/** Fills in the transfer in the banking app that the customer scans it with. Only an IBAN has one. */
function BankingAppCode({ payload }: { payload: string | null }) {
  if (payload === null) return null
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-2xl border border-line p-4">
      <Suspense fallback={<Skeleton className="size-40" />}>
        <QrCode text={payload} label={t('QR code of this transfer for banking apps')} sizePx={160} />
      </Suspense>
      <p className="min-w-40 flex-1 text-sm text-muted">
        {t('Scan this code with the banking app of your bank: it fills in the account, the amount and the reference.')}
      </p>
    </div>
  )
}
