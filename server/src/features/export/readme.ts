import { currencyName } from '#contract/currency-name.ts'
import type { Institution } from '#contract/institution.ts'
import { bankCurrency } from '#contract/money.ts'
import { exportTables } from './tables.ts'

const KEPT_BACK = `What is not in here, and why

- Secrets: your password, PIN, transfer code, recovery codes, and the keys of passkeys and of your authenticator app. We store
  most of them as hashes only. In a file they would be a danger to you.
- Notes that our staff write for each other, risk flags on transactions, who answers your messages, what was proposed and not
  carried out, and the reasons for a change of your status: fraud could not be looked into if everybody knew what we look at.
- The names of staff who wrote messages or decided. Who looked at your account is in access-log.
- Messages of the contact form and subscriptions of the newsletter: they are sent without logging in, so nothing shows that it
  was you who wrote under your address.
- Counters, live updates and copies that the software needs to work.
- Details of other people, except what you see of them anyway: whom you paid, and who paid you.
`

export const readmeOf = (
  { name }: Pick<Institution, 'name'>,
  at: Date,
): string => `${name}: everything we keep about you
Made at ${at.toISOString()}.

Keep this file safe: it has all that you see in your account, and more.

Lists, each as .json and as .csv (for spreadsheets; UTF-8). Amounts are in ${currencyName('formal')} (${bankCurrency().code}), times in UTC.

${exportTables.map(({ name: list, about }) => `- ${list}: ${about}`).join('\n')}

Folders

- statements: every month of every account, as CSV and JSON. Those of months that are over are signed documents: the same files
  as you download from us, which anyone can check on our page /verify. That of the current month is not signed: it has what was
  booked until this file was made.
- uploads: files that you uploaded or received from support.
- verification: files that you sent to prove who you are.
- proof: a proof of each account. "npm run verify:proof FILE" of the open-source program Openteller checks it without us.

${KEPT_BACK}`
