import { CircleCheck, Clock, Download, type LucideIcon, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMoney, toAmount } from '#contract/money.ts'
import type { ProofFacts, SealFact } from '#contract/verify-proof.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { customerTime, formatDay } from '../../shared/ui/dates.ts'
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
        Download proof
      </Button>
    </div>
  )
}

function Broken({ message }: { message: string }) {
  return (
    <div className="grid gap-2">
      <Heading icon={TriangleAlert} className="text-negative">
        Something does not fit
      </Heading>
      <p>{message}</p>
      <p className="text-muted">
        Download the proof and keep it, then{' '}
        <Link to="/dashboard/support-user" className="font-medium text-ink underline underline-offset-4">
          ask support
        </Link>
        . It can also be a file that was damaged on its way: check again first.
      </p>
    </div>
  )
}

function Facts({ result: { facts, shown } }: { result: Sound }) {
  const { postings, sealed, seal, latest } = facts
  const matches = facts.balanceCents === shown.balanceCents
  if (!matches) return <Broken message="The balance that we show is not the sum of your postings." />
  return (
    <div className="grid gap-4">
      <Heading icon={ShieldCheck}>
        {seal ? 'Your account checks out' : 'Your postings fit, but are not sealed yet'}
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
            Seal {seal.number} of {timeOf(seal)} covers{' '}
            {postings === 0 ? 'your account' : describeSealed(sealed, postings)}.{' '}
            {latest && latest.number > seal.number
              ? `It leads to seal ${latest.number}, and both equal the ones that we publish.`
              : 'It equals the one that we publish.'}
          </Fact>
        )}
        {postings > sealed && <Fact icon={Clock}>{describeUnsealed(postings - sealed, seal !== null)}</Fact>}
      </ul>
      {latest && <LatestSeal seal={latest} />}
    </div>
  )
}

function describePostings(count: number): string {
  if (count === 0) return 'Your account has no postings yet, so there is nothing to recompute.'
  if (count === 1) return 'Your account has 1 posting, and it is unaltered.'
  return `Your account has ${count.toLocaleString('en-US')} postings, and each follows from the one before.`
}

function describeUnsealed(count: number, hasSeal: boolean): string {
  const next = 'We make a new one every ten minutes.'
  if (!hasSeal) return `No seal covers your account yet. ${next}`
  const came = count === 1 ? '1 posting came' : `${count.toLocaleString('en-US')} postings came`
  return `${came} after the latest seal of your account. ${next}`
}

function describeSealed(sealed: number, postings: number): string {
  if (sealed < postings) return `the first ${sealed.toLocaleString('en-US')}`
  return postings > 1 ? 'all of them' : 'it'
}

function Balance({ facts, heldCents }: { facts: ProofFacts; heldCents: bigint }) {
  const hidden = useAmountsHidden()
  const amount = (cents: bigint) => formatMoney(toAmount(cents))
  const held =
    heldCents === 0n
      ? ''
      : hidden
        ? ' A part of it is held for pending transfers.'
        : ` ${amount(heldCents)} of it is held for pending transfers.`
  const sum = hidden ? 'the balance that we show' : `${amount(facts.balanceCents)}, the balance that we show`
  return `${facts.postings === 1 ? 'It makes up' : 'They add up to'} ${sum}.${held}`
}

function LatestSeal({ seal }: { seal: SealFact }) {
  return (
    <div className="grid gap-1 rounded-2xl border border-line p-4">
      <p className="text-sm text-muted">
        Seal {seal.number}, {timeOf(seal)}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="figures min-w-0 text-sm wrap-anywhere">{seal.hash}</code>
        <CopyButton text={seal.hash} what="seal" />
      </p>
    </div>
  )
}

const timeOf = ({ at }: SealFact) => `${formatDay(at)}, ${customerTime(at)}`

const Heading = ({
  icon: Icon,
  className,
  children,
}: {
  icon: LucideIcon
  className?: string
  children: ReactNode
}) => (
  <h2 className={classNames('flex items-center gap-2.5 text-lg font-semibold', className)}>
    <Icon aria-hidden className="size-6 shrink-0" />
    {children}
  </h2>
)

const Fact = ({ icon: Icon = CircleCheck, children }: { icon?: LucideIcon; children: ReactNode }) => (
  <li className="flex items-start gap-2.5">
    <Icon
      aria-hidden
      className={classNames('mt-0.5 size-5 shrink-0', Icon === Clock ? 'text-muted' : 'text-positive')}
    />
    <span>{children}</span>
  </li>
)
