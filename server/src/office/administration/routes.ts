import { dayOf } from '#contract/bank-day.ts'
import {
  confirmRole as confirm,
  listUsers as list,
  readPerson as read,
  removeCode as remove,
  resetPin as reset,
  resetFactors as resetAllFactors,
  updateUser as update,
} from '#contract/office/administration.ts'
import { exportUsers } from '#contract/office/user-export.ts'
import type { Session } from '../../access/session.ts'
import type { Sessions } from '../../access/sessions.ts'
import { readLocale } from '../../customers/read-locale.ts'
import type { Deps } from '../../http/deps.ts'
import { linkNext } from '../../http/paging.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { auditEntry } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { textsIn } from '../../platform/texts/texts.ts'
import { confirmRole } from './confirm-role.ts'
import { streamUsers } from './export-users.ts'
import { listUsers } from './list-users.ts'
import { readPerson } from './read-person.ts'
import { removeCode } from './remove-code.ts'
import { resetFactors } from './reset-factors.ts'
import { resetPin } from './reset-pin.ts'
import { updateUser } from './update-user.ts'

type AdministrationDeps = Pick<Deps, 'sql' | 'keys' | 'ledger' | 'accessLog' | 'config'>

export const administrationRoutes = (deps: AdministrationDeps, sessions: Sessions): Route[] => [
  route(list, async (call) => {
    const { users, total, hasNext } = await listUsers(deps.sql, call.query, call.session.personId)
    await deps.accessLog.recordAll({
      session: call.session,
      personIds: users.map(({ _id }) => _id),
      what: 'list.viewed',
    })
    if (total !== null) call.reply.header('x-total-count', total)
    if (hasNext) linkNext(call, { page: String(call.query.page + 1) })
    return users
  }),
  route(exportUsers, async (call) => {
    const { session, query, reply } = call
    // The entry is written before the first row leaves: an export that breaks off is in the audit log too.
    const entry = { subjectId: null, action: 'people.exported', before: {}, after: query }
    await deps.sql.begin((tx) => record(tx, { auditEntries: [auditEntry(staffContext(call), entry)] }))
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="users-${dayOf(call.at, deps.ledger.zone)}.csv"`)
    const texts = textsIn(await readLocale(deps, session.personId))
    const onRead = (personIds: string[]) => deps.accessLog.recordAll({ session, personIds, what: 'list.exported' })
    return streamUsers(deps.sql, query, { texts, readerId: session.personId, onRead })
  }),
  route(read, async ({ session, params, at }) => {
    const { fourEyesAboveCents } = deps.config
    const person = await readPerson(deps.sql, params.id, { staffId: session.personId, at, fourEyesAboveCents })
    await deps.accessLog.record({ session, personId: params.id, what: 'details.viewed' })
    return person
  }),
  route(update, async (call) => {
    const { reason: within, ...updates } = call.body.updates
    const update = { ...call.body, updates, reason: call.body.reason ?? within }
    const user = await showPerson(deps, call, updateUser(deps, staffContext(call), update))
    // The person's permissions have changed: this server reads them again at once, the others within a second.
    sessions.forgetPerson(call.body.userId)
    return user
  }),
  route(remove, (call) => showPerson(deps, call, removeCode(deps.sql, staffContext(call), call.body.userId))),
  route(reset, (call) => showPerson(deps, call, resetPin(deps, staffContext(call), call.body.userId))),
  route(confirm, async (call) => {
    const person = await confirmRole(deps.sql, staffContext(call), call.params.id)
    await deps.accessLog.record({ session: call.session, personId: call.params.id, what: 'details.viewed' })
    return person
  }),
  route(resetAllFactors, async (call) => {
    const answer = await resetFactors(deps, staffContext(call), call.body)
    sessions.forgetPerson(call.body.userId)
    return answer
  }),
]

type PersonCall = { session: Session; body: { userId: string } }

/** The response shows the whole person even if nothing changed; so does a refusal that carries the current state. */
async function showPerson<Shown>(
  { accessLog }: Pick<Deps, 'accessLog'>,
  { session, body }: PersonCall,
  act: Promise<Shown>,
): Promise<Shown> {
  const record = () => accessLog.record({ session, personId: body.userId, what: 'details.viewed' })
  try {
    const shown = await act
    await record()
    return shown
  } catch (error) {
    if (error instanceof Refusal && error.current) await record()
    throw error
  }
}
