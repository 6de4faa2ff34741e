import { msg, type TextId } from '../text-id.ts'

/**
 * What a member of staff can read of a person, with the words that the person and staff see. Pages load this file, so it
 * has no schemas. A new kind is one line here and a call of `accessLog.record`.
 */
export const ACCESS_KINDS = {
  'details.viewed': { toPerson: msg('Viewed your details'), toStaff: msg('Viewed the details') },
  'transactions.viewed': { toPerson: msg('Viewed your transactions'), toStaff: msg('Viewed the transactions') },
  'transactions.exported': { toPerson: msg('Exported your transactions'), toStaff: msg('Exported the transactions') },
  'statements.viewed': { toPerson: msg('Viewed your statements'), toStaff: msg('Viewed the statements') },
  'orders.viewed': { toPerson: msg('Viewed your scheduled payments'), toStaff: msg('Viewed the scheduled payments') },
  'receipt.copied': { toPerson: msg('Made a copy of one of your receipts'), toStaff: msg('Made a copy of a receipt') },
  'confirmation.copied': {
    toPerson: msg('Made a copy of your confirmation of account'),
    toStaff: msg('Made a copy of the confirmation of account'),
  },
  'documents.viewed': { toPerson: msg('Opened one of your documents'), toStaff: msg('Opened a document') },
  'messages.viewed': { toPerson: msg('Read your messages to support'), toStaff: msg('Read the messages to support') },
  'audit.viewed': { toPerson: msg('Viewed what staff did on your account'), toStaff: msg('Viewed the audit log') },
  'list.viewed': { toPerson: msg('Saw your account in a list'), toStaff: msg('Saw the account in a list') },
  'list.exported': {
    toPerson: msg('Exported your details with those of others'),
    toStaff: msg('Exported the details with those of others'),
  },
} as const satisfies Record<string, Words>

type Words = { toPerson: TextId; toStaff: TextId }
export type AccessKind = keyof typeof ACCESS_KINDS

/** Actions of the audit log. One that is missing here is shown in general words. */
const ACTIONS: Record<string, Words> = {
  'account.funded': { toPerson: msg('Added money to your account'), toStaff: msg('Funded the account') },
  'account.debited': { toPerson: msg('Took money from your account'), toStaff: msg('Debited the account') },
  'account.fund_proposed': { toPerson: msg('Proposed to add money'), toStaff: msg('Proposed to fund the account') },
  'account.debit_proposed': { toPerson: msg('Proposed to take money'), toStaff: msg('Proposed to debit the account') },
  'transaction.approved': {
    toPerson: msg('Approved one of your transactions'),
    toStaff: msg('Approved a transaction'),
  },
  'transaction.declined': {
    toPerson: msg('Declined one of your transactions'),
    toStaff: msg('Declined a transaction'),
  },
  'transaction.proposed': {
    toPerson: msg('Looked into one of your transactions'),
    toStaff: msg('Proposed an approval'),
  },
  'transaction.reversed': {
    toPerson: msg('Reversed one of your transactions'),
    toStaff: msg('Reversed a transaction'),
  },
  'transaction.returned': { toPerson: msg('Credited a transfer that came back'), toStaff: msg('Returned a transfer') },
  'transaction.return_proposed': {
    toPerson: msg('Looked into one of your transactions'),
    toStaff: msg('Proposed the return of a transfer'),
  },
  'person.created': { toPerson: msg('Opened your account'), toStaff: msg('Created the account') },
  'person.updated': { toPerson: msg('Changed your profile'), toStaff: msg('Edited the profile') },
  'person.role_changed': { toPerson: msg('Changed your role'), toStaff: msg('Changed the role') },
  'staff.left': { toPerson: msg('Ended your access as staff'), toStaff: msg('Ended the access as staff') },
  'verification.submitted': {
    toPerson: msg('Submitted documents for you'),
    toStaff: msg('Submitted documents at the desk'),
  },
  'role.confirmed': { toPerson: msg('Confirmed your role'), toStaff: msg('Confirmed the role') },
  'person.active': { toPerson: msg('Activated your account'), toStaff: msg('Made the account Active') },
  'person.pending': {
    toPerson: msg('Asked for your account to be verified'),
    toStaff: msg('Made the account Pending'),
  },
  'person.frozen': { toPerson: msg('Froze your account'), toStaff: msg('Froze the account') },
  'person.closed': { toPerson: msg('Closed your account'), toStaff: msg('Closed the account') },
  'person.erased': { toPerson: msg('Erased your data'), toStaff: msg('Erased the customer') },
  'erasure.identity_opened': { toPerson: msg('Worked on your account'), toStaff: msg('Read the kept identity') },
  'code.set': { toPerson: msg('Set a transaction code for you'), toStaff: msg('Set a transaction code') },
  'code.described': {
    toPerson: msg('Described your transaction code'),
    toStaff: msg('Changed the code’s description'),
  },
  'code.cleared': { toPerson: msg('Removed your transaction code'), toStaff: msg('Cleared the transaction code') },
  'limit.set': { toPerson: msg('Changed your daily limit'), toStaff: msg('Set the daily limit') },
  'pin.reset': { toPerson: msg('Reset your PIN'), toStaff: msg('Reset the PIN') },
  'factors.reset': { toPerson: msg('Removed your second factors'), toStaff: msg('Removed the second factors') },
  'tag.added': { toPerson: msg('Worked on your account'), toStaff: msg('Added a tag') },
  'tag.removed': { toPerson: msg('Worked on your account'), toStaff: msg('Removed a tag') },
  'note.added': { toPerson: msg('Worked on your account'), toStaff: msg('Wrote a note') },
  'conversation.assigned': {
    toPerson: msg('Assigned your messages to a colleague'),
    toStaff: msg('Assigned the conversation'),
  },
  'conversation.solved': { toPerson: msg('Marked your question as solved'), toStaff: msg('Solved the conversation') },
  'conversation.reopened': { toPerson: msg('Reopened your question'), toStaff: msg('Reopened the conversation') },
  'sessions.ended': { toPerson: msg('Logged you out everywhere'), toStaff: msg('Ended all sessions') },
}

const OTHER: Words = { toPerson: msg('Worked on your account'), toStaff: msg('Acted on the account') }

/** Whether a member of staff did something, rather than looked at something. */
export const isStaffAction = (what: string): boolean => !Object.hasOwn(ACCESS_KINDS, what)

export function describeAccess(what: string, reader: 'person' | 'staff'): TextId {
  const words = (ACCESS_KINDS as Record<string, Words>)[what] ?? ACTIONS[what] ?? OTHER
  return reader === 'person' ? words.toPerson : words.toStaff
}
