import { confirmEmail as confirm, resendConfirmation as resend, undoEmail as undo } from '#contract/identity/email.ts'
import type { Sessions } from '../../access/sessions.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { confirmEmail } from './confirm-email.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { undoEmail } from './undo-email.ts'

export const emailRoutes = ({ sql, keys }: Pick<Deps, 'sql' | 'keys'>, sessions: Sessions): Route[] => [
  route(confirm, async ({ body, at, request }) => {
    const personId = await confirmEmail(sql, keys, body.token, at)
    request.log.info({ person: personId }, 'email confirmed')
  }),
  route(undo, async ({ body, at, requestId, request }) => {
    const personId = await undoEmail(sql, keys, body.token, { at, requestId })
    sessions.forgetPerson(personId)
    request.log.info({ person: personId }, 'email change undone')
  }),
  route(resend, ({ session, at }) => resendConfirmation(sql, session.personId, at)),
]
