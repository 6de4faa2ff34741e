import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { DemoEmail, listDemoEmails } from '#contract/http/demo.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { errorMessage } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { t } from '../shared/i18n/i18n.ts'
import { localPath } from '../shared/i18n/local-path.ts'
import { Trans } from '../shared/i18n/trans.tsx'
import { LoadFailure } from '../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../shared/ui/feedback/skeleton.tsx'
import { transactionDate } from '../shared/ui/figures/transaction-date.ts'
import { privateMeta } from '../shared/ui/page/page-meta.ts'
import { FormHead } from './form-parts.tsx'

const REFRESH_MS = 3_000

export const meta = () => privateMeta(t('Demo mailbox'))

/** A demo has no mail server: its emails can be read, and their links followed, here. */
export default function DemoMailPage() {
  const mail = useQuery({
    queryKey: ['demo mail'],
    queryFn: ({ signal }) => call<typeof listDemoEmails>('GET', '/demo/mail', { signal }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <>
      <FormHead title={t('Demo mailbox')}>
        {mail.data?.sentForReal
          ? t('This bank has a mail server: new emails are sent for real.')
          : t('Every email this bank would have sent, newest first.')}
      </FormHead>
      {mail.data ? (
        <Emails emails={mail.data.emails} />
      ) : mail.isError ? (
        <LoadFailure text={errorMessage(mail.error)} onRetry={mail.refetch} busy={mail.isFetching} />
      ) : (
        <div role="status" aria-label={t('Loading')} className="grid gap-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      )}
      <p className="pt-6">
        <a href={localPath('/login')} className="font-semibold text-accent underline underline-offset-4">
          {t('Back to log in')}
        </a>
      </p>
    </>
  )
}

function Emails({ emails }: { emails: DemoEmail[] }) {
  if (emails.length === 0)
    return <p className="text-muted">{t('No emails yet. New ones appear here by themselves.')}</p>
  return (
    <ul className="grid gap-4">
      {emails.map((email) => (
        <li key={email._id} className="grid gap-3 rounded-card border border-line bg-surface p-5">
          <div className="grid gap-0.5">
            <h2 className="font-semibold break-words">{email.subject}</h2>
            <p className="text-sm break-words text-muted">
              <Trans
                text="To {name} ({address}) · <0>{sentAt}</0>"
                parts={[(children) => <time dateTime={email.sentAt}>{children}</time>]}
                values={{ name: email.to.name, address: email.to.address, sentAt: transactionDate(email.sentAt) }}
              />
            </p>
          </div>
          <p className="text-sm break-words whitespace-pre-wrap">
            <LinkedText text={email.text} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Rendered as text: an email's markup is not interpreted. */
function LinkedText({ text }: { text: Text }) {
  return text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <Fragment key={at}>{verbatim(part)}</Fragment>
    ) : (
      <a key={part} href={part} rel="noreferrer" className="break-all text-accent underline underline-offset-2">
        {verbatim(part)}
      </a>
    ),
  )
}
