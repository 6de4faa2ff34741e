import { queryOptions } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { checkPayee } from '#contract/payments/payees.ts'
import { verbatim } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { institution } from '../../shared/institution.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import type { TransferForm } from './transfer-values.ts'
import type { PaymentReview } from './use-payment-review.ts'

type Question = Pick<TransferForm, 'accountName' | 'accountNumber' | 'bankName' | 'iban'>

/** Asked once per payee: each question counts towards the limit. */
export const nameCheck = ({ accountName, accountNumber, bankName, iban }: Question) => {
  const body = {
    accountName,
    bankName,
    ...(accountNumber.trim() ? { accountNumber } : {}),
    ...(iban.trim() ? { iban } : {}),
  }
  return queryOptions({
    queryKey: ['payee-check', body],
    queryFn: () => call<typeof checkPayee>('POST', '/payees/check', { body }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

type Props = { review: PaymentReview; bankName: string; onUseName: (name: string) => void }

/** Whether the account belongs to the name, before the PIN. It informs; only what the bank would refuse can't be confirmed. */
export const NameCheck = ({ review, bankName, onUseName }: Props) => (
  <div role="status" className="grid gap-3">
    {review.pending ? (
      <Skeleton className="h-14 w-full rounded-2xl" />
    ) : review.refusal ? (
      <Problem>{review.refusal}</Problem>
    ) : (
      <>
        <Result review={review} onUseName={onUseName} />
        {review.isHereInstead && (
          <Warning>
            <Trans
              text="<0>This account is at {here}, not at {bankName}.</0> The money stays here. Is that what you mean?"
              parts={[(children) => <strong className="font-semibold wrap-anywhere">{children}</strong>]}
              values={{ here: institution.name, bankName: verbatim(bankName) }}
            />
          </Warning>
        )}
      </>
    )}
  </div>
)

function Result({ review: { check, holder }, onUseName }: Pick<Props, 'review' | 'onUseName'>) {
  switch (check) {
    case 'match':
      return (
        <Note icon={CircleCheck} className="bg-positive-soft" iconClass="text-positive">
          {t('The name matches the account.')}
        </Note>
      )
    case 'close':
      if (!holder)
        return <Warning>{t('The name is close to the account holder’s, but not the same. Please check it.')}</Warning>
      return (
        <Warning>
          <Trans
            text="This account belongs to <0>{name}</0>. Is that who you mean? <1>Use this name</1>"
            parts={[
              (children) => <strong className="font-semibold wrap-anywhere">{children}</strong>,
              (children) => (
                <button
                  type="button"
                  onClick={() => onUseName(holder)}
                  className="font-semibold underline underline-offset-4 hover:no-underline"
                >
                  {children}
                </button>
              ),
            ]}
            values={{ name: holder }}
          />
        </Warning>
      )
    case 'no_match':
      return (
        <Problem>
          <Trans
            text="<0>The name doesn’t match the account.</0> Check the account number with the payee before you send money. We may not be able to get it back."
            parts={[(children) => <strong className="font-semibold">{children}</strong>]}
          />
        </Problem>
      )
    case 'unknown':
      return <Problem>{t('There is no account with this number at {bank}.', { bank: institution.name })}</Problem>
    case 'elsewhere':
      return (
        <Note icon={CircleHelp} className="bg-sunken" iconClass="text-muted">
          {t('This account is at another bank, so we can’t check the name.')}
        </Note>
      )
    default:
      return (
        <Note icon={CircleHelp} className="bg-sunken" iconClass="text-muted">
          {t('We couldn’t check the name. Please check the details yourself.')}
        </Note>
      )
  }
}

const Warning = ({ children }: { children: Content }) => (
  <Note icon={TriangleAlert} className="bg-warning-soft" iconClass="text-warning">
    {children}
  </Note>
)

export const Problem = ({ children }: { children: Content }) => (
  <Note icon={TriangleAlert} className="bg-negative-soft" iconClass="text-negative">
    {children}
  </Note>
)

type NoteProps = { icon: LucideIcon; className: string; iconClass: string; children: Content }

const Note = ({ icon: Icon, className, iconClass, children }: NoteProps) => (
  <div className={classNames('flex gap-3 rounded-2xl px-4 py-3', className)}>
    <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', iconClass)} />
    <p className="min-w-0">{children}</p>
  </div>
)
