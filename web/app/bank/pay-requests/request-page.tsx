import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatMoney, toAmount } from '#contract/money.ts'
import type { createPayRequest } from '#contract/payments/pay-requests.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { readToken } from '../../shared/api/auth-token.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { origin } from '../../shared/institution.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { checkAmount, parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { ShareButton } from '../../shared/ui/share-button.tsx'
import { accountsQuery, useAccounts } from '../accounts/accounts-query.ts'
import { OwnAccountField } from '../accounts/own-account-field.tsx'
import { cardClass, Page } from '../page.tsx'
import { StandingNotice } from '../standing-notice.tsx'
import { useProfile } from '../use-profile.ts'

const QrCode = lazy(() => import('../qr-code.tsx').then((module) => ({ default: module.QrCode })))

export const meta = () => privateMeta(t('Request money'))

export function clientLoader() {
  if (readToken()) void queryClient.prefetchQuery(accountsQuery)
  return null
}

/** `accountId`: the savings account that receives; empty for the main account. */
type Form = { amountText: string; reference: string; accountId: string }
type Made = { amount: number | null; reference: Text; accountId: string; link: string }

async function request({ amountText, reference, accountId }: Form): Promise<Made> {
  const cents = amountText.trim() === '' ? null : parseAmountCents(amountText)
  const amount = cents === null ? null : toAmount(cents)
  const body = {
    ...(amount === null ? {} : { amount }),
    ...(reference.trim() ? { reference } : {}),
    ...(accountId ? { accountId } : {}),
  }
  const { code } = await call<typeof createPayRequest>('POST', '/pay-requests', { body })
  return { amount, reference: verbatim(reference.trim()), accountId, link: `${origin}/pay/${code}` }
}

/** Makes a link and a QR code that fill in the payer's transfer form. */
export default function RequestPage() {
  const { status } = useProfile().user
  const [made, setMade] = useState<Made | null>(null)
  return (
    <Page
      title={t('Request money')}
      lead={t(
        'Send the link or show the QR code. Another customer of this bank opens it, sees your name and the amount, and approves the transfer.',
      )}
    >
      {status === 'Closed' ? (
        <StandingNotice status={status} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <RequestForm onMade={setMade} />
          {made && <Result {...made} />}
        </div>
      )}
    </Page>
  )
}

function RequestForm({ onMade }: { onMade: (made: Made) => void }) {
  const { register, handleSubmit, clearErrors, formState } = useForm<Form>({
    defaultValues: { amountText: '', reference: '', accountId: '' },
    reValidateMode: 'onSubmit',
  })
  const make = useMutation({ mutationFn: request, onSuccess: onMade, onError: (error) => showError(error) })
  const isAmount = (text: string) => text.trim() === '' || checkAmount(text, t('Enter a valid amount.'))
  return (
    <form
      noValidate
      onSubmit={handleSubmit((form) => make.mutate(form))}
      className={classNames(cardClass, 'grid gap-5 p-5 sm:p-6')}
    >
      <AmountField
        label={t('Amount (optional)')}
        hint={t('Leave it empty to let the payer choose.')}
        autoComplete="off"
        error={formState.errors.amountText?.message}
        {...register('amountText', { validate: isAmount, onChange: () => clearErrors('amountText') })}
      />
      <TextField
        label={t('Message (optional)||payment')}
        hint={t('What it is for. The payer sees it and can change it.')}
        maxLength={70}
        autoComplete="off"
        {...register('reference')}
      />
      <OwnAccountField label={t('To account')} {...register('accountId')} />
      <Button type="submit" size="large" busy={make.isPending}>
        {t('Create link')}
      </Button>
    </form>
  )
}

function Result({ amount, reference, accountId, link }: Made) {
  const savings = useAccounts().find(({ _id }) => _id === accountId)
  return (
    <section
      aria-label={t('Your payment link')}
      className={classNames(cardClass, 'grid grid-cols-1 justify-items-center gap-5 p-5 text-center sm:p-6')}
    >
      <p role="status" className="grid gap-1">
        <span className="figures display text-4xl">{amount === null ? t('Any amount') : formatMoney(amount)}</span>
        {reference && <span className="wrap-anywhere text-muted">{reference}</span>}
        {savings && <span className="wrap-anywhere text-muted">{t('to {name}', { name: savings.name })}</span>}
      </p>
      <Suspense fallback={<Skeleton className="size-60" />}>
        <QrCode text={link} label={t('QR code of the payment link')} sizePx={240} />
      </Suspense>
      <p className="figures max-h-24 w-full overflow-y-auto rounded-2xl bg-sunken px-4 py-3 text-start text-sm break-all">
        {verbatim(link)}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <CopyButton text={link} />
        <ShareButton title={t('Your payment link')} text={reference || undefined} url={link}>
          {t('Share')}
        </ShareButton>
      </div>
    </section>
  )
}
