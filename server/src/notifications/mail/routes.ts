import { sendTestMail as endpoint } from '#contract/notifications/test-mail.ts'
import { requireUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { sendTestMail } from './send-test-mail.ts'

export const testMailRoutes = (deps: Pick<Deps, 'sql' | 'keys' | 'config'>): Route[] => [
  route(endpoint, async ({ session }) => {
    const { fullName, email, locale } = await requireUser(deps.sql, session.personId)
    await sendTestMail(deps, { fullName, email, locale })
    return { sentTo: email }
  }),
]
