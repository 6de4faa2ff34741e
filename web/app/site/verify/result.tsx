import { CircleCheck, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CheckedDocument } from '#contract/documents/document-checks.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { formatDate, t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { institution } from '../../shared/institution.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Spinner } from '../../shared/ui/feedback/spinner.tsx'
import { customerTime, formatDay } from '../../shared/ui/figures/dates.ts'
import type { Check, Subject } from './use-document-check.ts'

type Props = { check: Exclude<Check, { state: 'idle' }>; onRetry: () => void; onStop: () => void }

export function Result({ check, onRetry, onStop }: Props) {
  switch (check.state) {
    case 'hashing':
      return <Hashing name={verbatim(check.subject.file.name)} share={check.share} onStop={onStop} />
    case 'asking':
      return (
        <p className="flex items-center gap-3 rounded-card border border-line bg-surface p-6">
          <Spinner className="size-5" />
          {t('Comparing with our records')}
        </p>
      )
    case 'failed':
      return <Failed unreadable={check.unreadable} onRetry={onRetry} />
    default:
      return <Done check={check} />
  }
}

function Hashing({ name, share, onStop }: { name: Text; share: number; onStop: () => void }) {
  const percent = Math.floor(share * 100)
  return (
    <div className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-6">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 truncate font-medium">{t('Reading {name}', { name })}</p>
        <p className="figures text-muted">
          {percent}
          {verbatim('%')}
        </p>
      </div>
      <progress
        aria-label={t('Reading the file')}
        max={1}
        value={share}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <Button variant="secondary" onClick={onStop} className="justify-self-start">
        {t('Stop')}
      </Button>
    </div>
  )
}

const tones = {
  good: { icon: CircleCheck, box: 'border-positive/40 bg-positive-soft', mark: 'text-positive' },
  bad: { icon: CircleX, box: 'border-negative/40 bg-negative-soft', mark: 'text-negative' },
  open: { icon: CircleHelp, box: 'border-warning/40 bg-warning-soft', mark: 'text-warning' },
} satisfies Record<string, { icon: LucideIcon; box: string; mark: string }>

/** Takes the focus, so that it is read out and scrolled to. */
function Card({ tone, title, children }: { tone: keyof typeof tones; title: Text; children: Content }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { icon: Icon, box, mark } = tones[tone]
  return (
    <section
      aria-label={t('Result')}
      className={classNames('grid grid-cols-1 gap-4 rounded-card border p-6 sm:p-8', box)}
    >
      <Icon aria-hidden className={classNames('size-10', mark)} strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Failed({ unreadable, onRetry }: { unreadable: boolean; onRetry: () => void }) {
  return (
    <Card tone="open" title={unreadable ? t('We couldn’t read this file.') : t('We couldn’t check it.')}>
      <p>{unreadable ? t('Choose a file that is on this device.') : t('Check your connection and try again.')}</p>
      <Button variant="secondary" onClick={onRetry} className="justify-self-start">
        {t('Try again')}
      </Button>
    </Card>
  )
}

function Done({ check: { subject, verdict } }: { check: Extract<Check, { state: 'done' }> }) {
  if (verdict.result === 'unknown') return <Unknown subject={subject} />
  if (verdict.result === 'forged')
    return (
      <Card tone="bad" title={t('Not genuine.')}>
        <p>{t('The signature does not match. Do not rely on this document, and please tell us about it.')}</p>
        <Contact />
      </Card>
    )
  if (verdict.result === 'unsupported')
    return (
      <Card tone="open" title={t('This browser can’t check signatures.')}>
        <p>
          {t(
            'The document is in our records. Your browser can’t check our signature. Use a current version of Chrome, Edge, Firefox, or Safari.',
          )}
        </p>
        <Details document={verdict.document} />
      </Card>
    )
  return 'file' in subject ? (
    <Card tone="good" title={t('Genuine.')}>
      <p>
        {t('{name} issued this file, and not a single byte has changed since.', { name: institution.name })}
        <span className="mt-1 block truncate text-muted">{verbatim(subject.file.name)}</span>
      </p>
      <Details document={verdict.document} />
    </Card>
  ) : (
    // Not a good result yet: a forger can print the number of a genuine document.
    <Card tone="open" title={t('We issued a document with this number.')}>
      <p>
        {t(
          'That does not mean that the paper says what we wrote. Ask for the file and check it here, and compare kind, date, and period below with the paper.',
        )}
      </p>
      <Details document={verdict.document} />
    </Card>
  )
}

function Unknown({ subject }: { subject: Subject }) {
  if ('number' in subject)
    return (
      <Card tone="bad" title={t('We issued no document with this number.')}>
        <p>{t('The number is well-formed, so a typing mistake is unlikely. Do not rely on this document.')}</p>
        <Contact />
      </Card>
    )
  return (
    <Card tone="bad" title={t('Not genuine.')}>
      <p>
        {t(
          '{name} did not issue this exact file. It may have been changed, or only saved again, scanned, or converted. Ask for the original file as it was downloaded from us. Until then, do not rely on it.',
          { name: institution.name },
        )}
        <span className="mt-1 block truncate text-muted">{verbatim(subject.file.name)}</span>
      </p>
      <Contact />
    </Card>
  )
}

const Contact = () => (
  <p>
    <Trans
      text="Does someone want money or goods because of it? Write to <0>{email}</0> first."
      parts={[
        (children) => (
          <a href={`mailto:${institution.email}`} className="font-medium text-accent underline underline-offset-4">
            {children}
          </a>
        ),
      ]}
      values={{ email: institution.email }}
    />
  </p>
)

const kinds = {
  statement: msg('Account statement'),
  receipt: msg('Transaction receipt'),
  confirmation: msg('Confirmation of account'),
  'trial-balance': msg('Trial balance'),
  'balance-sheet': msg('Balance sheet'),
  'profit-and-loss': msg('Profit and loss'),
  journal: msg('Journal'),
} satisfies Record<CheckedDocument['kind'], TextId>

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
/** 'October 2026'; a period that is no month stays as it is. */
const formatPeriod = (period: string) =>
  /^\d{4}-\d{2}$/.test(period) ? formatDate(new Date(`${period}-01T00:00:00Z`), MONTH) : verbatim(period)

function Details({ document: { kind, issuedAt, period, sha256 } }: { document: CheckedDocument }) {
  const rows: [name: Text, value: Text | undefined][] = [
    [t('Kind'), t(kinds[kind])],
    [t('Period'), period ? formatPeriod(period) : undefined],
    [t('Issued'), joinTexts(', ', formatDay(issuedAt), customerTime(issuedAt))],
    [t('Fingerprint (SHA-256)'), verbatim(sha256)],
  ]
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2 border-t border-ink/15 pt-4 sm:grid-cols-[auto_1fr]">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-muted max-sm:mt-2">{name}</dt>
              <dd className="figures min-w-0 font-medium break-all">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
