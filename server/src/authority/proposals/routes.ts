import {
  confirmProposal as confirm,
  listProposals as list,
  type Proposal,
  rejectProposal as reject,
} from '#contract/authority/proposals.ts'
import type { Session } from '../../access/session.ts'
import type { Sessions } from '../../access/sessions.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import type { ProposalHandlers } from '../proposal.ts'
import { toListedProposal } from '../proposal-response.ts'
import { readStaffHistory } from '../staff-history.ts'
import { confirmProposal, rejectProposal } from './decide-proposal.ts'
import { selectProposals } from './store.ts'

type ProposalDeps = Pick<Deps, 'sql' | 'accessLog'> & { handlers: ProposalHandlers; sessions: Sessions }

export const proposalRoutes = ({ sql, accessLog, handlers, sessions }: ProposalDeps): Route[] => [
  route(list, async (call) => {
    const { state, cursor, limit } = call.query
    const rows = await selectProposals(sql, { state, cursor, rows: limit + 1, at: call.at })
    const page = pageOf(call, rows, limit, ({ id }) => ({ cursor: id }))
    const personIds = page.flatMap(({ subject_id }) => subject_id ?? [])
    await accessLog.recordAll({ session: call.session, personIds, what: 'list.viewed' })
    const history = await readStaffHistory(sql, [call.session.personId, ...page.map((row) => row.proposed_by)])
    return page.map((row) => toListedProposal(row, { session: call.session, at: call.at, history }))
  }),
  route(confirm, async (call) => {
    const proposal = await confirmProposal({ sql, handlers }, staffContext(call), call.params.id)
    // The person's permissions may have changed: this server reads them again at once, the others within a second.
    if (proposal.subject) sessions.forgetPerson(proposal.subject._id)
    await recordLook(accessLog, call.session, proposal)
    return proposal
  }),
  route(reject, async (call) => {
    const proposal = await rejectProposal(sql, staffContext(call), call.params.id, call.body.reason ?? '')
    await recordLook(accessLog, call.session, proposal)
    return proposal
  }),
]

/** The response shows the person and the proposed values. The person does not see decisions about proposals. */
async function recordLook(accessLog: Deps['accessLog'], session: Session, { subject }: Proposal): Promise<void> {
  if (subject) await accessLog.record({ session, personId: subject._id, what: 'details.viewed' })
}
