import { createHash } from 'node:crypto'
import { offeredLocale } from '#contract/locales.ts'
import { NOTIFICATIONS, type PushKind } from '#contract/notifications/notification-kinds.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { buildEmail, hasTemplate } from '../mail/build-email.ts'
import type { TemplateData } from '../template.ts'
import type { ClaimedPush } from './deliveries.ts'

/** What the service worker shows. */
export type PushPayload = { title: Text; body: Text; url: string; tag: string; lang: string }

/** Push services take 4096 bytes, encrypted; a phone shows less. */
const MAX_TITLE = 80
const MAX_BODY = 240

/**
 * In the words of the email: its subject, which names no amount and no other person. Only for a person who chose so it is the first
 * paragraph. Null: there is nothing to say any more.
 */
export function contentOf(push: ClaimedPush, data: TemplateData): PushPayload | null {
  const mail = { ...push, attempts: 1 }
  if (!hasTemplate(mail)) return null
  // Turned off by email is not turned off here.
  const email = buildEmail(mail, { ...data, optOuts: new Set() })
  if (!email) return null
  const namesAmount = push.data.transactionId !== undefined || push.data.amountCents !== undefined
  const text = (push.showAmounts && namesAmount && email.paragraphs[0]) || email.subject
  return {
    title: shorten(verbatim(data.institution.name), MAX_TITLE),
    body: shorten(text, MAX_BODY),
    url: pageOf(push, data),
    // A repeated delivery replaces itself; another notification of the kind is shown beside it.
    tag: `${push.kind}.${push.number}`,
    lang: offeredLocale(push.locale, data.locales),
  }
}

const shorten = (text: Text, max: number): Text =>
  [...text].length > max ? verbatim(`${[...text].slice(0, max - 1).join('')}…`) : text

function pageOf({ kind, data }: ClaimedPush, { transactions }: TemplateData): string {
  const transaction = transactions.get(String(data.transactionId))
  if (transaction) return `/dashboard/transactions?search=${encodeURIComponent(transaction.reference)}`
  return PAGES.find(([start]) => kind.startsWith(start))?.[1] ?? '/dashboard'
}

/** By how the kind begins. */
const PAGES: readonly [start: string, page: string][] = [
  ['order.', '/dashboard/orders'],
  ['payee.', '/dashboard/payees'],
  ['support.', '/dashboard/support-user'],
  ['limit.', '/dashboard/settings/payments'],
  ['verification.rejected', '/dashboard/verification'],
  ['name.change_', '/dashboard/verification'],
  ['name.changed', '/dashboard/settings'],
  ['api_key.', '/dashboard/api-keys'],
  ['push.', '/dashboard/settings/notifications'],
  ['pin.reset', '/code'],
  ['code.', '/dashboard/transfer'],
  ['account.frozen', '/dashboard/support-user'],
  ['email.', '/dashboard/settings'],
  ...['pin.', 'password.', 'login.', 'account.secured', 'factor', 'recovery_codes.', 'data.'].map(
    (start) => [start, '/dashboard/security'] as const,
  ),
] as [string, string][]

/**
 * A push service keeps only the newest message of a topic for a device that is off, so each notification has its own. Hashed, so that
 * the service does not learn what it is about.
 */
export const topicOf = ({ deviceId, kind, number }: ClaimedPush): string =>
  createHash('sha256').update(`${deviceId} ${kind} ${number}`).digest('base64url').slice(0, 32)

/** Notices about the security of the account wake a sleeping phone. */
export const urgencyOf = ({ kind }: { kind: string }): 'high' | 'normal' =>
  NOTIFICATIONS[kind as PushKind].push === 'always' ? 'high' : 'normal'
