import { useId, useState } from 'react'
import { Link } from 'react-router'
import { PROPOSALS } from '#contract/authority/proposal-kinds.ts'
import type { ListedProposal } from '#contract/authority/proposals.ts'
import { refusals } from '#contract/refusals.ts'
import { t, translateText } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { useHasPermission } from '../../shared/session/permitted.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { panelClass } from '../layout/office-page.tsx'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { formatAgo } from '../parts/age.ts'
import { formatDay } from '../parts/format-date.ts'
import { proposalTitle } from './describe-proposal.ts'
import { ProposalFields } from './proposal-fields.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { useConfirmProposal } from './use-proposal-decision.ts'

export function PendingProposal({ proposal }: { proposal: ListedProposal }) {
  const titleId = useId()
  const { subject, proposedBy, proposedAt, expiresAt } = proposal
  return (
    <article aria-labelledby={titleId} className={classNames(panelClass, 'grid content-start gap-4 p-5')}>
      <header>
        <h3 id={titleId} className="text-lg font-semibold wrap-anywhere">
          {proposalTitle(proposal)}
        </h3>
        {/* Another person can have the same name. */}
        {subject && (
          <Link
            to={`/dashboard/user/${subject._id}`}
            className="text-[0.9375rem] font-medium text-accent wrap-anywhere"
          >
            {subject.email}
          </Link>
        )}
        <p className="figures text-sm text-muted">
          <Trans
            text="Proposed by {name}, <0>{ago}</0>. Expires {date}."
            parts={[(children) => <time dateTime={proposedAt}>{children}</time>]}
            values={{
              name: proposedBy.fullName,
              ago: formatAgo(proposedAt),
              date: formatDay(expiresAt),
            }}
          />
        </p>
      </header>
      <ProposalFields proposal={proposal} />
      <Decision proposal={proposal} />
    </article>
  )
}

function Decision({ proposal }: { proposal: ListedProposal }) {
  const me = useCurrentAdmin()
  const mayDecide = useHasPermission(PROPOSALS[proposal.kind])
  const [rejecting, setRejecting] = useState(false)
  const confirm = useConfirmProposal(proposal._id)
  const isOwn = proposal.proposedBy._id === me._id
  const { rule } = proposal
  if (!mayDecide) return <p className="text-sm text-muted">{t('Your role can’t decide this.')}</p>
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {!rule && (
          <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {confirm.isPending ? t('Confirming') : t('Confirm')}
          </Button>
        )}
        <Button variant="secondary" disabled={confirm.isPending} onClick={() => setRejecting(true)}>
          {isOwn ? t('Withdraw') : t('Reject')}
        </Button>
      </div>
      {rule && <p className="text-sm text-muted">{ruleText(rule)}</p>}
      <RejectDialog proposal={proposal} withdraws={isOwn} open={rejecting} onClose={() => setRejecting(false)} />
    </>
  )
}

/** The text of the refusal that confirming would get. */
const ruleText = (rule: NonNullable<ListedProposal['rule']>) =>
  rule === 'second_admin_needed' ? t('Another member of staff must confirm it.') : translateText(refusals[rule].message)
