import { sendTestMail as endpoint } from '#contract/test-mail.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { sendTestMail } from '../../mail/send-test-mail.ts'
import { requireUser } from '../../people/person.ts'

export const testMailRoutes = (deps: Pick<Deps, 'sql' | 'keys' | 'config'>): Route[] => [
  route(endpoint, async ({ session }) => {
    const { fullName, email, locale } = await requireUser(deps.sql, session.personId)
    await sendTestMail(deps, { fullName, email, locale })
    return { sentTo: email }
  }),
]
