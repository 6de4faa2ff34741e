/**
 * What a member of staff can read of a person, with the words that the person and staff see. Pages load this file, so it
 * has no schemas. A new kind is one line here and a call of `accessLog.record`.
 */
export const ACCESS_KINDS = {
  'details.viewed': { toPerson: 'Viewed your details', toStaff: 'Viewed the details' },
  'transactions.viewed': { toPerson: 'Viewed your transactions', toStaff: 'Viewed the transactions' },
  'transactions.exported': { toPerson: 'Exported your transactions', toStaff: 'Exported the transactions' },
  'documents.viewed': { toPerson: 'Opened one of your documents', toStaff: 'Opened a document' },
  'messages.viewed': { toPerson: 'Read your messages to support', toStaff: 'Read the messages to support' },
  'audit.viewed': { toPerson: 'Viewed what staff changed for you', toStaff: 'Viewed the audit log' },
  'list.viewed': { toPerson: 'Saw your account in a list', toStaff: 'Saw the account in a list' },
} as const satisfies Record<string, { toPerson: string; toStaff: string }>

export type AccessKind = keyof typeof ACCESS_KINDS
