import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { checkPayee } from '#contract/payments/payees.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'

type Question = { accountNumber: string; accountName: string }

/** Asked once per name and number: each question counts towards the limit. */
export const nameCheck = ({ accountNumber, accountName }: Question) => ({
  queryKey: ['payee-check', accountNumber, accountName],
  queryFn: () => call<typeof checkPayee>('POST', '/payees/check', { body: { accountNumber, accountName } }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Whether the account belongs to the name, before the PIN. It informs and blocks nothing. */
export function NameCheck({ onUseName, ...question }: Question & { onUseName: (name: string) => void }) {
  const { data, isPending } = useQuery(nameCheck(question))
  return (
    <div role="status">
      {isPending ? <Skeleton className="h-14 w-full rounded-2xl" /> : <Result data={data} onUseName={onUseName} />}
    </div>
  )
}

type ResultProps = { data: Awaited<ReturnType<ReturnType<typeof nameCheck>['queryFn']>> | undefined }

function Result({ data, onUseName }: ResultProps & { onUseName: (name: string) => void }) {
  switch (data?.result) {
    case 'match':
      return (
        <Note icon={CircleCheck} className="bg-positive-soft" iconClass="text-positive">
          {t('The name matches the account.')}
        </Note>
      )
    case 'close':
      return (
        <Note icon={TriangleAlert} className="bg-warning-soft" iconClass="text-warning">
          <Trans
            text="This account belongs to <0>{name}</0>. Is that who you mean? <1>Use this name</1>"
            parts={[
              (children) => <strong className="font-semibold wrap-anywhere">{children}</strong>,
              (children) => (
                <button
                  type="button"
                  onClick={() => onUseName(data.name ?? '')}
                  className="font-semibold underline underline-offset-4 hover:no-underline"
                >
                  {children}
                </button>
              ),
            ]}
            values={{ name: data.name }}
          />
        </Note>
      )
    case 'no_match':
      return (
        <Note icon={TriangleAlert} className="bg-negative-soft" iconClass="text-negative">
          <Trans
            text="<0>The name doesn’t match the account.</0> Check the account number with the payee before you send money. We may not be able to get it back."
            parts={[(children) => <strong className="font-semibold">{children}</strong>]}
          />
        </Note>
      )
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

type NoteProps = { icon: LucideIcon; className: string; iconClass: string; children: Content }

const Note = ({ icon: Icon, className, iconClass, children }: NoteProps) => (
  <div className={classNames('flex gap-3 rounded-2xl px-4 py-3', className)}>
    <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', iconClass)} />
    <p className="min-w-0">{children}</p>
  </div>
)
