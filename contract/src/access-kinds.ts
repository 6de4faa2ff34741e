/**
 * What a member of staff can read of a person, with the words that the person and staff see. Pages load this file, so it
 * has no schemas. A new kind is one line here and a call of `accessLog.record`.
 */
export const ACCESS_KINDS = {
  'details.viewed': { toPerson: 'Viewed your details', toStaff: 'Viewed the details' },
  'transactions.viewed': { toPerson: 'Viewed your transactions', toStaff: 'Viewed the transactions' },
  'transactions.exported': { toPerson: 'Exported your transactions', toStaff: 'Exported the transactions' },
  'statements.viewed': { toPerson: 'Viewed your statements', toStaff: 'Viewed the statements' },
  'orders.viewed': { toPerson: 'Viewed your scheduled payments', toStaff: 'Viewed the scheduled payments' },
  'receipt.copied': { toPerson: 'Made a copy of one of your receipts', toStaff: 'Made a copy of a receipt' },
  'confirmation.copied': {
    toPerson: 'Made a copy of your confirmation of account',
    toStaff: 'Made a copy of the confirmation of account',
  },
  'documents.viewed': { toPerson: 'Opened one of your documents', toStaff: 'Opened a document' },
  'messages.viewed': { toPerson: 'Read your messages to support', toStaff: 'Read the messages to support' },
  'audit.viewed': { toPerson: 'Viewed what staff did on your account', toStaff: 'Viewed the audit log' },
  'list.viewed': { toPerson: 'Saw your account in a list', toStaff: 'Saw the account in a list' },
} as const satisfies Record<string, Words>

type Words = { toPerson: string; toStaff: string }
export type AccessKind = keyof typeof ACCESS_KINDS

/** Actions of the audit log. One that is missing here is shown in general words. */
const ACTIONS: Record<string, Words> = {
  'account.funded': { toPerson: 'Added money to your account', toStaff: 'Funded the account' },
  'account.debited': { toPerson: 'Took money from your account', toStaff: 'Debited the account' },
  'account.fund_proposed': { toPerson: 'Proposed to add money', toStaff: 'Proposed to fund the account' },
  'account.debit_proposed': { toPerson: 'Proposed to take money', toStaff: 'Proposed to debit the account' },
  'transaction.approved': { toPerson: 'Approved one of your transactions', toStaff: 'Approved a transaction' },
  'transaction.declined': { toPerson: 'Declined one of your transactions', toStaff: 'Declined a transaction' },
  'transaction.proposed': { toPerson: 'Looked into one of your transactions', toStaff: 'Proposed an approval' },
  'transaction.reversed': { toPerson: 'Reversed one of your transactions', toStaff: 'Reversed a transaction' },
  'transaction.returned': { toPerson: 'Credited a transfer that came back', toStaff: 'Returned a transfer' },
  'transaction.return_proposed': {
    toPerson: 'Looked into one of your transactions',
    toStaff: 'Proposed the return of a transfer',
  },
  'person.created': { toPerson: 'Opened your account', toStaff: 'Created the account' },
  'person.updated': { toPerson: 'Changed your profile', toStaff: 'Edited the profile' },
  'person.role_changed': { toPerson: 'Changed your role', toStaff: 'Changed the role' },
  'person.active': { toPerson: 'Activated your account', toStaff: 'Made the account Active' },
  'person.pending': { toPerson: 'Asked for your account to be verified', toStaff: 'Made the account Pending' },
  'person.frozen': { toPerson: 'Froze your account', toStaff: 'Froze the account' },
  'person.closed': { toPerson: 'Closed your account', toStaff: 'Closed the account' },
  'code.set': { toPerson: 'Set a transaction code for you', toStaff: 'Set a transaction code' },
  'code.described': { toPerson: 'Described your transaction code', toStaff: 'Changed the code’s description' },
  'code.cleared': { toPerson: 'Removed your transaction code', toStaff: 'Cleared the transaction code' },
  'limit.set': { toPerson: 'Changed your daily limit', toStaff: 'Set the daily limit' },
  'pin.reset': { toPerson: 'Reset your PIN', toStaff: 'Reset the PIN' },
  'factors.reset': { toPerson: 'Removed your second factors', toStaff: 'Removed the second factors' },
  'note.added': { toPerson: 'Worked on your account', toStaff: 'Wrote a note' },
  'conversation.assigned': { toPerson: 'Assigned your messages to a colleague', toStaff: 'Assigned the conversation' },
  'conversation.solved': { toPerson: 'Marked your question as solved', toStaff: 'Solved the conversation' },
  'conversation.reopened': { toPerson: 'Reopened your question', toStaff: 'Reopened the conversation' },
  'sessions.ended': { toPerson: 'Logged you out everywhere', toStaff: 'Ended all sessions' },
}

const OTHER: Words = { toPerson: 'Worked on your account', toStaff: 'Acted on the account' }

/** Whether a member of staff did something, rather than looked at something. */
export const isStaffAction = (what: string): boolean => !Object.hasOwn(ACCESS_KINDS, what)

export function describeAccess(what: string, reader: 'person' | 'staff'): string {
  const words = (ACCESS_KINDS as Record<string, Words>)[what] ?? ACTIONS[what] ?? OTHER
  return reader === 'person' ? words.toPerson : words.toStaff
}
