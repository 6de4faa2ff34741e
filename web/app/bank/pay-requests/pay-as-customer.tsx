import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { toAmount, toCents } from '#contract/money.ts'
import type { PayRequest } from '#contract/payments/pay-requests.ts'
import type { Text } from '#contract/text.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { factorsQuery } from '../../shared/api/factors-query.ts'
import { passkeysSupported } from '../../shared/api/passkeys.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { SessionGate } from '../../shared/session/session-gate.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import type { Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { checkAmount, toFieldText } from '../../shared/ui/forms/parse-amount.ts'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { OwnAccountField } from '../accounts/own-account-field.tsx'
import { type Payer, usePayer } from '../accounts/use-payer.ts'
import type { Prefill } from '../payees/payee-details.ts'
import { StandingNotice } from '../standing-notice.tsx'
import { Problem } from '../transfer/name-check.tsx'
import { isBusy, PaymentSteps, paymentTitle, stepBack } from '../transfer/payment-steps.tsx'
import { arrivalText } from '../transfer/review-step.tsx'
import { type PaymentReview, usePaymentReview } from '../transfer/use-payment-review.ts'
import { type TransferState, useTransfer } from '../transfer/use-transfer.ts'
import { payTitle } from './pay-request-query.ts'

type Props = {
  code: string
  request: PayRequest
  /** What is shown when the request can't be paid any more. */
  closed: Content
}

/** A session that has ended leads to the log-in, which comes back. */
export const PayAsCustomer = (props: Props) => (
  <SessionGate>{({ user }) => <Payment user={user} {...props} />}</SessionGate>
)

const toPrefill = (code: string, request: PayRequest): Prefill => ({
  accountName: request.accountName,
  accountNumber: request.accountNumber ?? '',
  bankName: request.bankName,
  iban: '',
  swiftCode: '',
  amountText: request.amount === null ? '' : toFieldText(request.amount),
  message: request.reference,
  payRequest: code,
})

function Payment({ user, code, request, closed }: Props & { user: User }) {
  const navigate = useNavigate()
  const transfer = useTransfer({ prefill: toPrefill(code, request) })
  const payer = usePayer(user, transfer.form.watch('accountId'))
  const { step, submission } = transfer
  const back = stepBack(transfer)
  // A request with an amount is reviewed where it is shown.
  const isChoosing = (step === 'form' || (step === 'review' && request.amount !== null)) && !submission.unknown
  if (!isChoosing)
    return (
      <Step title={paymentTitle(transfer, payTitle(request))}>
        <PaymentSteps {...{ user, transfer, payer }} open onFinished={() => void navigate('/dashboard')} />
        {back && (
          <Button variant="quiet" onClick={back} className="justify-self-center">
            {t('Back')}
          </Button>
        )}
      </Step>
    )
  if (request.status !== 'Open' || request.pending) return closed
  if (user.status !== 'Active' || !user.hasPin) return <NotYet user={user} request={request} />
  return request.amount === null ? (
    <ChooseAmount {...{ request, transfer }} />
  ) : (
    <Confirm {...{ payer, request, transfer }} amount={request.amount} />
  )
}

/** The account can't pay: why, and what to do. The link stays valid. */
function NotYet({ user, request }: { user: User; request: PayRequest }) {
  return (
    <Step title={payTitle(request)}>
      {user.status === 'Active' ? (
        <>
          <p className="text-muted">
            {t('You need a PIN to pay. Create it, and then open this link again: it stays valid.')}
          </p>
          <ButtonLink to="/code" className="justify-self-start">
            {t('Create your PIN')}
          </ButtonLink>
        </>
      ) : (
        <StandingNotice status={user.status} />
      )}
    </Step>
  )
}

type ConfirmProps = { payer: Payer; request: PayRequest; transfer: TransferState; amount: number }

/** Payee and amount are those of the request. The payer chooses what pays. */
function Confirm({ payer, request, transfer, amount }: ConfirmProps) {
  const { form, go } = transfer
  const { register, handleSubmit } = form
  const factors = useQuery({ ...factorsQuery, enabled: passkeysSupported() })
  const hasPasskey = Boolean(factors.data?.passkeys.length)
  const review = usePaymentReview(form.watch())
  const busy = isBusy(transfer)
  const unavailable = busy || review.pending || review.refusal !== undefined
  return (
    <Step title={payTitle(request)}>
      <form noValidate onSubmit={handleSubmit(() => go('pin'))} className="grid gap-5">
        <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          <PayeeRows request={request} />
          {review.refusal === undefined && <OutcomeRows {...{ amount, payer, review }} />}
        </dl>
        <div role="status">{review.refusal && <Problem>{review.refusal}</Problem>}</div>
        <OwnAccountField label={t('From account')} {...register('accountId')} />
        {hasPasskey && (
          <Button
            size="large"
            busy={busy}
            disabled={unavailable}
            onClick={() => void handleSubmit(() => transfer.approveWithPasskey())()}
            className="mt-1"
          >
            {t('Approve with passkey')}
          </Button>
        )}
        <Button type="submit" size="large" variant={hasPasskey ? 'secondary' : 'primary'} disabled={unavailable}>
          {hasPasskey ? t('Use PIN instead') : t('Confirm with PIN')}
        </Button>
        <NotNow />
      </form>
    </Step>
  )
}

/** The payer chooses the amount as well, and reviews the payment then. */
function ChooseAmount({ request, transfer }: Pick<ConfirmProps, 'request' | 'transfer'>) {
  const { form, go } = transfer
  const { register, clearErrors, formState, handleSubmit } = form
  const validate = (text: string) => checkAmount(text, t('Enter a valid amount.'))
  return (
    <Step title={payTitle(request)}>
      <form noValidate onSubmit={handleSubmit(() => go('review'))} className="grid gap-5">
        <AmountField
          label={t('Amount')}
          error={formState.errors.amountText?.message}
          {...register('amountText', { validate, onChange: () => clearErrors('amountText') })}
        />
        <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          <PayeeRows request={request} />
        </dl>
        <OwnAccountField label={t('From account')} {...register('accountId')} />
        <Button type="submit" size="large">
          {t('Continue')}
        </Button>
        <NotNow />
      </form>
    </Step>
  )
}

const NotNow = () => (
  <ButtonLink to="/dashboard" variant="quiet">
    {t('Not now')}
  </ButtonLink>
)

const PayeeRows = ({ request }: { request: PayRequest }) => (
  <>
    {request.reference && (
      <DetailRow name={t('Message||payment')}>
        <bdi>{request.reference}</bdi>
      </DetailRow>
    )}
    <DetailRow name={t('Account number')}>
      <LeftToRight>{request.accountNumber ?? ''}</LeftToRight>
    </DetailRow>
    <DetailRow name={t('Bank name')}>{request.bankName}</DetailRow>
  </>
)

/** What the bank says about this payment, and what is left after it. */
const OutcomeRows = ({ amount, payer, review }: { amount: number; payer: Payer; review: PaymentReview }) => (
  <>
    <DetailRow name={t('Arrival')}>
      {review.pending ? <Skeleton className="h-5 w-32" /> : arrivalText(review)}
    </DetailRow>
    <DetailRow name={t('Balance after transfer')}>
      <HideableAmount
        amount={toAmount((toCents(payer.balance) ?? 0n) - (toCents(amount) ?? 0n))}
        className="figures font-semibold"
      />
    </DetailRow>
  </>
)

const DetailRow = ({ name, children }: { name: Text; children: Content }) => (
  <div className="flex flex-wrap justify-between gap-x-6 bg-surface px-4 py-3">
    <dt className="text-muted">{name}</dt>
    <dd className="ms-auto min-w-0 text-end font-medium wrap-anywhere">{children}</dd>
  </div>
)

const Step = ({ title, children }: { title: Text; children: Content }) => (
  <div className="grid grid-cols-1 gap-6">
    <h1 className="display wrap-anywhere text-[clamp(2rem,8vw,2.6rem)]">{title}</h1>
    {children}
  </div>
)
