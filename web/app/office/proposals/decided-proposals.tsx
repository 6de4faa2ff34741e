import type { Proposal } from '#contract/authority/proposals.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t, translateText } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { panelClass } from '../layout/office-page.tsx'
import { formatDateTime } from '../parts/format-date.ts'
import { proposalTitle } from './describe-proposal.ts'
import { ProposalFields } from './proposal-fields.tsx'

export function DecidedProposals({ proposals }: { proposals: readonly Proposal[] }) {
  return (
    <ul aria-label={t('Decided proposals')} className={classNames(panelClass, 'divide-y divide-line overflow-hidden')}>
      {proposals.map((proposal) => (
        <li key={proposal._id} className="px-5 py-3.5">
          <Decided proposal={proposal} />
        </li>
      ))}
    </ul>
  )
}

function Decided({ proposal }: { proposal: Proposal }) {
  const { reason } = proposal
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-medium wrap-anywhere">{proposalTitle(proposal)}</p>
        <State state={proposal.state} />
      </div>
      <p className="figures text-sm text-muted">{describeDecision(proposal)}</p>
      {reason && <p className="text-[0.9375rem] wrap-anywhere">{translateText(reason)}</p>}
      <details className="text-[0.9375rem]">
        <summary className="min-h-8 w-fit cursor-pointer content-center font-medium text-accent">
          {t('Show the change')}
        </summary>
        <div className="pt-2 pb-1">
          <ProposalFields proposal={proposal} />
        </div>
      </details>
    </div>
  )
}

function describeDecision({ proposedBy, decidedBy, decidedAt }: Proposal): Text {
  const [name, date] = [proposedBy.fullName, decidedAt ? formatDateTime(decidedAt) : ''] as const
  if (decidedBy)
    return t('Proposed by {name}, decided by {decider}, {date}', { name, decider: decidedBy.fullName, date })
  return date ? t('Proposed by {name}, {date}', { name, date }) : t('Proposed by {fullName}', { fullName: name })
}

const STATES = {
  pending: msg('Pending'),
  confirmed: msg('Confirmed'),
  rejected: msg('Rejected'),
  expired: msg('Expired'),
} as const

/** The shape of the dot repeats the meaning for people who do not see the color. */
const State = ({ state }: Pick<Proposal, 'state'>) => (
  <span
    className={classNames(
      'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium',
      state === 'confirmed' ? 'bg-positive-soft text-positive' : 'bg-warning-soft text-warning',
    )}
  >
    <span
      aria-hidden="true"
      className={classNames('size-1.5 bg-current', state === 'confirmed' ? 'rounded-full' : 'rotate-45 rounded-[1px]')}
    />
    {t(STATES[state])}
  </span>
)
