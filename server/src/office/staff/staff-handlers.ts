import type { ProposalKind } from '#contract/authority/proposal-kinds.ts'
import { findAdministrators } from '../../authority/administrators.ts'
import type { ProposalHandler } from '../../authority/proposal.ts'
import { addMember, type NewMember } from './add-member.ts'

export const staffProposalHandlers = {
  staff: {
    findNotified: findAdministrators,
    apply: (tx, staff, { change, proposed_by: proposedBy }, { ids: lockedIds }) =>
      addMember(tx, staff, change as NewMember, { proposedBy, lockedIds }),
  },
} satisfies Partial<Record<ProposalKind, ProposalHandler>>
