import { CircleCheck, Clock, Download, type LucideIcon, ShieldCheck, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { ProofFacts, SealFact } from '#contract/documents/verify-proof.ts'
import { formatMoney, toAmount } from '#contract/money.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { customerTime, formatDay } from '../../shared/ui/figures/dates.ts'
import type { CheckResult } from './run-check.ts'

type Sound = Exclude<CheckResult, { kind: 'broken' }>

export function CheckOutcome({ result }: { result: CheckResult }) {
  return (
    <div className="grid gap-5 border-t border-line pt-5">
      {result.kind === 'broken' ? <Broken message={result.message} /> : <Facts result={result} />}
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => saveFile(result.file, `account-proof-${new Date().toISOString().slice(0, 10)}.json`)}
      >
        <Download aria-hidden className="size-4.5" />
        {t('Download proof')}
      </Button>
    </div>
  )
}

function Broken({ message }: { message: Text }) {
  return (
    <div className="grid gap-2">
      <Heading icon={TriangleAlert} className="text-negative">
        {t('Something does not fit')}
      </Heading>
      <p>{message}</p>
      <p className="text-muted">
        <Trans
          text="Download the proof and keep it, then <0>ask support</0>. It can also be a file that was damaged on its way: check again first."
          parts={[
            (children) => (
              <Link to="/dashboard/support-user" className="font-medium text-ink underline underline-offset-4">
                {children}
              </Link>
            ),
          ]}
        />
      </p>
    </div>
  )
}

function Facts({ result: { facts, shown } }: { result: Sound }) {
  const { postings, sealed, seal, latest } = facts
  const matches = facts.balanceCents === shown.balanceCents
  if (!matches) return <Broken message={t('The balance that we show is not the sum of your postings.')} />
  return (
    <div className="grid gap-4">
      <Heading icon={ShieldCheck}>
        {seal ? t('Your account checks out') : t('Your postings fit, but are not sealed yet')}
      </Heading>
      <ul className="grid gap-3">
        <Fact>{describePostings(postings)}</Fact>
        {postings > 0 && (
          <Fact>
            <Balance facts={facts} heldCents={shown.heldCents} />
          </Fact>
        )}
        {seal && (
          <Fact>
            {describeSeal(seal, { sealed, postings })}
            {verbatim(' ')}
            {latest && latest.number > seal.number
              ? t('It leads to seal {number}, and both equal the ones that we publish.', { number: latest.number })
              : t('It equals the one that we publish.')}
          </Fact>
        )}
        {postings > sealed && <Fact icon={Clock}>{describeUnsealed(postings - sealed, seal !== null)}</Fact>}
      </ul>
      {latest && <LatestSeal seal={latest} />}
    </div>
  )
}

function describePostings(count: number): Text {
  if (count === 0) return t('Your account has no postings yet, so there is nothing to recompute.')
  return t(
    '{count, plural, one {Your account has # posting, and it is unaltered.} other {Your account has # postings, and each follows from the one before.}}',
    { count },
  )
}

function describeUnsealed(count: number, hasSeal: boolean): Text {
  if (!hasSeal) return t('No seal covers your account yet. We make a new one every ten minutes.')
  return t(
    '{count, plural, one {# posting} other {# postings}} came after the latest seal of your account. We make a new one every ten minutes.',
    { count },
  )
}

function describeSeal(seal: SealFact, { sealed, postings }: { sealed: number; postings: number }): Text {
  const values = { number: seal.number, time: timeOf(seal), sealed }
  if (postings === 0) return t('Seal {number} of {time} covers your account.', values)
  if (sealed < postings) return t('Seal {number} of {time} covers {sealed, plural, other {the first #}}.', values)
  return postings > 1
    ? t('Seal {number} of {time} covers all of them.', values)
    : t('Seal {number} of {time} covers it.', values)
}

function Balance({ facts, heldCents }: { facts: ProofFacts; heldCents: bigint }) {
  const hidden = useAmountsHidden()
  const amount = (cents: bigint) => formatMoney(toAmount(cents))
  const single = facts.postings === 1
  if (hidden) {
    const sum = single ? t('It makes up the balance that we show.') : t('They add up to the balance that we show.')
    return heldCents === 0n ? sum : joinTexts(' ', sum, t('A part of it is held for pending transfers.'))
  }
  const values = {
    amount: amount(facts.balanceCents),
    available: amount(facts.balanceCents - heldCents),
    held: amount(heldCents),
  }
  if (heldCents === 0n)
    return single
      ? t('It makes up {amount}, the balance that we show.', values)
      : t('They add up to {amount}, the balance that we show.', values)
  // Pages show what is available: the sum alone would look like another balance.
  return single
    ? t('It makes up {amount}: {available} available, as we show, and {held} held for pending transfers.', values)
    : t('They add up to {amount}: {available} available, as we show, and {held} held for pending transfers.', values)
}

function LatestSeal({ seal }: { seal: SealFact }) {
  return (
    <div className="grid gap-1 rounded-2xl border border-line p-4">
      <p className="text-sm text-muted">{t('Seal {number}, {seal}', { number: seal.number, seal: timeOf(seal) })}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="figures min-w-0 text-sm wrap-anywhere">{seal.hash}</code>
        <CopyButton text={seal.hash} what={t('Seal')} />
      </p>
    </div>
  )
}

const timeOf = ({ at }: SealFact) => joinTexts(', ', formatDay(at), customerTime(at))

const Heading = ({ icon: Icon, className, children }: { icon: LucideIcon; className?: string; children: Content }) => (
  <h2 className={classNames('flex items-center gap-2.5 text-lg font-semibold', className)}>
    <Icon aria-hidden className="size-6 shrink-0" />
    {children}
  </h2>
)

const Fact = ({ icon: Icon = CircleCheck, children }: { icon?: LucideIcon; children: Content }) => (
  <li className="flex items-start gap-2.5">
    <Icon
      aria-hidden
      className={classNames('mt-0.5 size-5 shrink-0', Icon === Clock ? 'text-muted' : 'text-positive')}
    />
    <span>{children}</span>
  </li>
)
