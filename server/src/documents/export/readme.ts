import { formalCurrency } from '#contract/currency-name.ts'
import type { Institution } from '#contract/settings/institution.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import type { ExportList } from '../../platform/personal-data/personal-data.ts'
import type { Texts } from '../../platform/texts/texts.ts'

type Contents = { lists: readonly ExportList[]; at: Date; texts: Texts }

/** One line per paragraph: each program breaks them as wide as its window is. */
export function readmeOf({ name: bank }: Pick<Institution, 'name'>, { lists, at, texts }: Contents): string {
  const { t } = texts
  const currency = formalCurrency(texts)
  const lines: (Text | '')[] = [
    t('{bank}: everything we keep about you', { bank }),
    t('Made at {time}.', { time: at.toISOString() }),
    '',
    t('Keep this file safe: it has all that you see in your account, and more.'),
    '',
    t('Lists, each as .json and as .csv (for spreadsheets; UTF-8). Amounts are in {currency}, times in UTC.', {
      currency,
    }),
    '',
    ...lists.map(({ name, about }) => item(verbatim(name), t(about))),
    '',
    t('Folders'),
    '',
    ...folders(t).map(([folder, text]) => item(verbatim(folder), text)),
    '',
    t('What is not in here, and why'),
    '',
    ...notExported(t).map((text) => item(text)),
    '',
  ]
  return lines.join('\n')
}

const item = (...parts: Text[]): Text => verbatim(`- ${joinTexts(': ', ...parts)}`)

const folders = (t: Texts['t']): [folder: string, text: Text][] => [
  [
    'statements',
    t(
      'every month of every account, as CSV and JSON. Those of months that are over are signed documents: the same files as you download from us, which anyone can check on our page /verify. That of the current month is not signed: it has what was booked until this file was made.',
    ),
  ],
  ['uploads', t('files that you uploaded or received from support.')],
  ['verification', t('files that you sent to prove who you are.')],
  [
    'proof',
    t(
      'a proof of each account. "npm run verify:proof FILE" of the open-source program Openteller checks it without us.',
    ),
  ],
]

const notExported = (t: Texts['t']) => [
  t(
    'Secrets: your password, PIN, transfer code, recovery codes, and the keys of passkeys and of your authenticator app. We store most of them as hashes only. In a file they would be a danger to you.',
  ),
  t(
    'Notes that our staff write for each other, risk flags on transactions, who answers your messages, what was proposed and not carried out, and the reasons for a change of your status: fraud could not be looked into if everybody knew what we look at.',
  ),
  t('The names of staff who wrote messages or decided. Who looked at your account is in access-log.'),
  t(
    'Messages of the contact form and subscriptions of the newsletter: they are sent without logging in, so nothing shows that it was you who wrote under your address.',
  ),
  t('Counters, live updates and copies that the software needs to work.'),
  t('Details of other people, except what you see of them anyway: whom you paid, and who paid you.'),
]
