import type { Proposal } from '#contract/authority/proposals.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'

export const PROPOSED_TEXT = msg('Proposed: waits for a second member of staff')

/** The server answers 202 with a proposal in place of the changed object. */
export const isProposal = (answer: object): answer is Proposal => 'proposedAt' in answer && 'kind' in answer

/** The text and the changed object to show: none, when the change only waits. */
export const outcomeOf = <Changed extends object>(
  answer: Changed | Proposal,
  doneText: Text,
): [text: Text, changed: Changed | undefined] =>
  isProposal(answer) ? [t(PROPOSED_TEXT), undefined] : [doneText, answer]
