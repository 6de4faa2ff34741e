import { listDemoEmails, listDemoLogins } from '#contract/http/demo.ts'
import type { Deps } from '../http/deps.ts'
import { type Route, route } from '../http/route.ts'
import { demoMailboxPath, readDemoMailbox } from '../notifications/mail/demo-mailbox.ts'
import { resolveMailServer } from '../notifications/mail/mail-server.ts'
import { readMailAccount } from '../settings/read-settings.ts'
import { DEMO_PEOPLE } from './demo-people.ts'

/** None when DEMO is off: the mailbox has everyone's reset links. */
export function demoRoutes({ sql, keys, config }: Pick<Deps, 'sql' | 'keys' | 'config'>): Route[] {
  if (!config.demo) return []
  return [
    route(listDemoEmails, async () => ({
      sentForReal: resolveMailServer(config.smtpUrl, await readMailAccount(sql, keys)) !== null,
      emails: await readDemoMailbox(demoMailboxPath(config.dataDir)),
    })),
    route(listDemoLogins, async () =>
      DEMO_PEOPLE.map(({ email, password, pin, what }) => ({ email, password, pin, what })),
    ),
  ]
}
