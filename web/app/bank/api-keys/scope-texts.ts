import type { ApiKeyScope } from '#contract/api-key-scopes.ts'
import { msg, type TextId } from '#contract/text-id.ts'

export const SCOPE_TEXTS = {
  read: { name: msg('Read'), about: msg('Accounts, transactions and statements.') },
  transfer: { name: msg('Send money'), about: msg('Without your PIN, up to the daily maximum.') },
  'staff:read': {
    name: msg('Read as staff'),
    about: msg('People, transactions and reports, as far as your role may.'),
  },
  'staff:decide': { name: msg('Decide as staff'), about: msg('Approve and decline transactions in your name.') },
} satisfies Record<ApiKeyScope, { name: TextId; about: TextId }>
