/** What the groups of the OpenAPI document are about, in the order in which they are shown. */
const TAGS: Readonly<Record<string, string>> = {
  Public: 'Without a session: the institution, the contact form, the newsletter, and whether a document is genuine.',
  'Sign-in': 'Registration, sessions, passwords, second factors and passkeys.',
  People: 'The own profile, devices, statistics and the log of who looked at one’s data.',
  Money: 'Accounts, deposits, transfers, scheduled payments, payees, limits, statements and receipts of a customer.',
  Uploads: 'Images and PDF files: receipts, pictures and attachments.',
  Verification: 'Documents that show who a customer is, and the decision of the staff.',
  Support: 'The chat between customers and staff, and messages of the contact form.',
  Events: 'Notifications: as a list, as a stream, and which of them are sent by email.',
  'API keys': 'Keys for programs: what they may do, until when, and up to which amount.',
  Administration:
    'People, transactions, proposals, reports and the audit log, for staff with the permission that each call names.',
  Books: 'The chart of accounts and journal entries by hand.',
  'Outside money': 'Accounts at other banks, their statements, payment runs and returns.',
  Settings: 'What the institution shows and offers.',
  Webhooks: 'Signed messages to other systems when something happens.',
  Operation: 'Health, readiness, metrics and published seals, for operators.',
  Demonstration: 'Only on a demonstration bank.',
}

/** Of the tags in use, with their descriptions. A tag without one is not listed: a test finds it. */
export const describeTags = (used: ReadonlySet<string>): { name: string; description: string }[] =>
  Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
