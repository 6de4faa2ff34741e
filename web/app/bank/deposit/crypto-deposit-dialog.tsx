import { type FormEvent, lazy, Suspense, useState } from 'react'
import { amountDue, plainDigits } from '#contract/decimal.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { OwnAccountField } from '../accounts/own-account-field.tsx'
import { currencySymbol } from '../currency-symbol.ts'
import { Countdown } from './countdown.tsx'
import { DepositDialog, type DepositDialogProps } from './deposit-dialog.tsx'
import { PaymentStep } from './payment-step.tsx'
import { paymentUri } from './payment-uri.ts'
import { shortenAddress } from './shorten-address.ts'
import { useCountdown } from './use-countdown.ts'
import { type DepositState, useDeposit } from './use-deposit.ts'
import { settingsQuery } from './use-settings.ts'

const QUOTE_SECONDS = 15 * 60 + 56
const QrCode = lazy(() => import('../qr-code.tsx').then((module) => ({ default: module.QrCode })))

type Currency = Settings['cryptoInfo'][number]
const rateOf = ({ rate }: Currency) => (typeof rate === 'number' ? plainDigits(rate) : rate)

export function CryptoDepositDialog(props: DepositDialogProps) {
  const deposit = useDeposit()
  return (
    <DepositDialog {...props} title={t('Bitcoin')} deposit={deposit}>
      {({ cryptoInfo }) => <CryptoDeposit deposit={deposit} currencies={cryptoInfo} />}
    </DepositDialog>
  )
}

function CryptoDeposit({ deposit, currencies }: { deposit: DepositState; currencies: Currency[] }) {
  const [name, setName] = useState<string | undefined>(currencies[0]?.name)
  const { secondsLeft, restart } = useCountdown(QUOTE_SECONDS)
  const currency = currencies.find((candidate) => candidate.name === name) ?? currencies[0]
  if (!currency)
    return (
      <p className="text-muted">
        {t('No cryptocurrency is available right now. Please use a wire transfer or contact support.')}
      </p>
    )

  const expired = secondsLeft === 0 && !deposit.paymentMade
  const submit = (event: FormEvent) => {
    if (expired) event.preventDefault()
    else deposit.next(event, { method: 'crypto', currency: currency.name })
  }
  async function requote() {
    await queryClient.invalidateQueries(settingsQuery)
    restart()
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <OwnAccountField
        label={t('To account')}
        value={deposit.accountId}
        onChange={(event) => deposit.setAccountId(event.target.value)}
      />
      {/* After the payment the currency must match the receipt. */}
      <SelectField
        label={t('Currency')}
        value={currency.name}
        disabled={deposit.paymentMade}
        onChange={(event) => setName(event.target.value)}
      >
        {currencies.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <AmountField
        label={t('Amount')}
        value={deposit.amountText}
        hint={deposit.amountHint}
        readOnly={deposit.paymentMade}
        onChange={(event) => deposit.setAmountText(event.target.value)}
      />
      {expired ? (
        <ExpiredQuote onRequote={requote} />
      ) : (
        <Quote
          currency={currency}
          amountCents={deposit.amountCents}
          secondsLeft={deposit.paymentMade ? null : secondsLeft}
        />
      )}
      <PaymentStep deposit={deposit} expired={expired} />
    </form>
  )
}

type QuoteProps = { currency: Currency; amountCents: bigint | null; secondsLeft: number | null }

function Quote({ currency, amountCents, secondsLeft }: QuoteProps) {
  const due = amountCents === null ? null : amountDue(amountCents, rateOf(currency))
  return (
    <section aria-label={t('Payment details')} className="grid gap-4 rounded-2xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-sm text-muted">{t('Amount due')}</h3>
          <p aria-live="polite" className="figures text-xl font-semibold break-all">
            {joinTexts(' ', verbatim(due ?? '0'), currencySymbol(currency.name))}
          </p>
        </div>
        {due !== null && <CopyButton text={due} what={t('Amount due')} />}
      </div>
      <div className="flex flex-wrap items-center gap-5 border-t border-line pt-4">
        <Suspense fallback={<Skeleton className="size-30" />}>
          <QrCode
            text={paymentUri(currency.name, currency.address, due)}
            label={t('QR code for the {name} address', { name: currency.name })}
          />
        </Suspense>
        <dl className="grid min-w-0 flex-1 gap-3">
          <div>
            <dt className="text-sm text-muted">{t('Network')}</dt>
            <dd className="font-medium break-words">{currency.network}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t('Address')}</dt>
            <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="figures font-medium" title={currency.address}>
                <LeftToRight>{shortenAddress(currency.address)}</LeftToRight>
              </span>
              <CopyButton text={currency.address} what={t('Address')} />
            </dd>
          </div>
        </dl>
      </div>
      {secondsLeft !== null && (
        <div>
          <Countdown label={t('Time left to pay')} secondsLeft={secondsLeft} />
        </div>
      )}
    </section>
  )
}

function ExpiredQuote({ onRequote }: { onRequote: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-2xl bg-warning-soft p-5">
      <p className="font-semibold">{t('The quote has expired.')}</p>
      <p>{t('Rates change often. Get a new quote before you pay.')}</p>
      <Button onClick={onRequote}>{t('Get a new quote')}</Button>
    </div>
  )
}
