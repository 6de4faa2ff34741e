import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import type { Verification, VerificationDocument } from '#contract/identity/verification.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { FileView } from '../../shared/files/file-view.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { Page } from '../page.tsx'
import { useProfile } from '../use-profile.ts'
import { SubmitDocuments } from './submit-documents.tsx'
import { verificationQuery } from './verification-query.ts'

export const meta = () => privateMeta(t('Verification'))

export default function VerificationPage() {
  const { user } = useProfile()
  const { data, isError, isFetching, refetch } = useQuery(verificationQuery)
  return (
    <Page title={t('Verification')} lead={t('Banks must know who their customers are. We ask once.')}>
      {isError && !data && (
        <LoadFailure text={t('We couldn’t load your verification.')} onRetry={refetch} busy={isFetching} />
      )}
      {!data && !isError && <Loading />}
      {data && <CurrentState verification={data} isPending={user.status === 'Pending'} />}
    </Page>
  )
}

function CurrentState({ verification, isPending }: { verification: Verification; isPending: boolean }) {
  const { state, reason, documents, nameChange } = verification
  if (!isPending && nameChange && nameChange.state !== 'approved') return <NameChangeState request={nameChange} />
  if (state !== 'submitted' && !isPending)
    return (
      <Banner
        tone="bg-positive-soft"
        icon={<CircleCheck aria-hidden className="size-6 text-positive" />}
        title={t('Approved')}
      >
        {t('Your account is verified. There is nothing left to do.')}
      </Banner>
    )
  if (state === 'submitted') return <DocumentsInReview documents={documents} />
  return (
    <>
      {state === 'rejected' && (
        <Banner
          tone="bg-negative-soft"
          icon={<CircleX aria-hidden className="size-6 text-negative" />}
          title={t('We could not accept your documents')}
        >
          {t('{reason} Please upload them again.', { reason })}
        </Banner>
      )}
      <SubmitDocuments />
    </>
  )
}

const DocumentsInReview = ({ documents }: Pick<Verification, 'documents'>) => (
  <>
    <Banner
      tone="bg-warning-soft"
      icon={<Hourglass aria-hidden className="size-6 text-warning" />}
      title={t('We are checking your documents')}
    >
      {t('We’ll notify you here and by email as soon as we’re done.')}
    </Banner>
    <Documents documents={documents} />
  </>
)

function NameChangeState({ request }: { request: NonNullable<Verification['nameChange']> }) {
  const { fullName: name, state, reason, documents } = request
  if (state === 'rejected')
    return (
      <Banner
        tone="bg-negative-soft"
        icon={<CircleX aria-hidden className="size-6 text-negative" />}
        title={t('We could not accept your new name or date of birth')}
      >
        {t('{reason} You can ask again in your settings.', { reason })}
      </Banner>
    )
  if (documents.length > 0) return <DocumentsInReview documents={documents} />
  return (
    <>
      <Banner
        tone="bg-warning-soft"
        icon={<Hourglass aria-hidden className="size-6 text-warning" />}
        title={t('You asked for: {name}', { name })}
      >
        {t(
          'Please send a document that shows the new name or date of birth, for example a passport or a marriage certificate.',
        )}
      </Banner>
      <SubmitDocuments only="identity" />
    </>
  )
}

type BannerProps = { tone: string; icon: Content; title: Text; children: Content }

const Banner = ({ tone, icon, title, children }: BannerProps) => (
  <div role="status" className={classNames('flex max-w-3xl gap-4 rounded-card p-5 text-ink', tone)}>
    <span className="shrink-0">{icon}</span>
    <div className="min-w-0 wrap-anywhere">
      <p className="font-semibold">{title}</p>
      <p className="text-ink/80">{children}</p>
    </div>
  </div>
)

const NAMES = { identity: msg('Proof of identity'), address: msg('Proof of address') }

const Documents = ({ documents }: { documents: readonly VerificationDocument[] }) => (
  <div className="grid max-w-5xl items-start gap-5 md:grid-cols-2">
    {documents.map(({ _id, kind, imageUrl }) => (
      <FileView
        key={_id}
        url={imageUrl}
        label={t(NAMES[kind])}
        failureText={t('We couldn’t load this document.')}
        heading={<h2 className="font-semibold">{t(NAMES[kind])}</h2>}
      />
    ))}
  </div>
)

const Loading = () => (
  <div role="status" className="grid max-w-3xl gap-5">
    <Skeleton className="h-20 w-full rounded-card" />
    <Skeleton className="h-52 w-full rounded-card" />
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)
