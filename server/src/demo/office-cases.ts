import { changeStanding } from '../identity/change-standing.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import { record } from '../ledger/record.ts'
import type { AuditEntry, Notification } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { caseCustomers } from './generated-history.ts'
import { ADMIN, CODE_CUSTOMER } from './people.ts'
import { type DemoConversation, insertConversation, insertNote, insertTag } from './store.ts'
import type { PeopleByEmail } from './to-commands.ts'

const MINUTE_MS = 60_000
const SUPPORT = 'support@fable.example'
const TELLER = 'teller@fable.example'

type Note = { about: string; by: string; minutesAgo: number; text: string }
type DemoStanding = { email: string; status: 'Frozen' | 'Closed'; minutesAgo: number; reason: string }
type DemoMessage = { from: 'customer' | 'office'; minutesAgo: number; text: string }
type Case = { email: string; assignedTo: string | null; solved?: boolean; messages: DemoMessage[] }

/** A day in the office: a frozen and a closed account, notes, tags, and conversations in every state. */
export async function insertOfficeCases(tx: Tx, people: PeopleByEmail, at: Date): Promise<void> {
  const idOf = (email: string) => people.get(email)?.id ?? ''
  const ago = (minutes: number) => new Date(at.getTime() - minutes * MINUTE_MS)
  const staffContext = (email: string, minutes: number): StaffContext => ({
    actorId: idOf(email),
    at: ago(minutes),
    requestId: 'demonstration',
  })
  const active = [...people.values()].filter(({ status, password }) => status === 'Active' && password === null)
  const { frozen, closed, hasty } = caseCustomers(active)
  const auditEntries: AuditEntry[] = []
  const notifications: Notification[] = []

  for (const { email, status, minutesAgo, reason } of standings(frozen, closed)) {
    const update = { personId: idOf(email), status, reason }
    const done = await changeStanding(tx, staffContext(ADMIN, minutesAgo), update)
    auditEntries.push(...done.auditEntries)
    notifications.push(...done.notifications.map((notification) => ({ ...notification, historical: true })))
  }
  for (const { about, by, minutesAgo, text } of notes(frozen)) {
    const staff = staffContext(by, minutesAgo)
    const noteId = newIdAt(staff.at)
    await insertNote(tx, { id: noteId, personId: idOf(about), authorId: staff.actorId, text, at: staff.at })
    auditEntries.push(
      auditEntry(staff, { subjectId: idOf(about), action: 'note.added', before: {}, after: { noteId } }),
    )
  }
  for (const { about, by, minutesAgo, text } of tags(frozen)) {
    const staff = staffContext(by, minutesAgo)
    await insertTag(tx, { personId: idOf(about), text, authorId: staff.actorId, at: staff.at })
    auditEntries.push(
      auditEntry(staff, { subjectId: idOf(about), action: 'tag.added', before: {}, after: { tag: text } }),
    )
  }
  const customers = active.slice(20).map(({ email }) => email)
  for (const { email, assignedTo, solved = false, messages } of conversations(frozen, hasty, customers)) {
    const said = messages.map(({ from, minutesAgo, text }): DemoConversation['messages'][number] => ({
      id: newIdAt(ago(minutesAgo)),
      senderId: from === 'customer' ? idOf(email) : idOf(assignedTo ?? SUPPORT),
      fromOffice: from === 'office',
      text,
      at: ago(minutesAgo),
    }))
    const assigneeId = assignedTo === null ? null : idOf(assignedTo)
    await insertConversation(tx, { personId: idOf(email), assigneeId, isSolved: solved, messages: said })
  }
  await record(tx, { auditEntries, notifications })
}

const standings = (frozen: string, closed: string): DemoStanding[] => [
  {
    email: closed,
    status: 'Closed',
    minutesAgo: 1_740,
    reason: 'Moving abroad. Transferred the balance to a bank there and asked us to close the account.',
  },
  {
    email: frozen,
    status: 'Frozen',
    minutesAgo: 88,
    reason: 'Reported a stolen phone. A transfer of nearly the whole balance came in minutes before the call.',
  },
]

const notes = (frozen: string): Note[] => [
  {
    about: frozen,
    by: SUPPORT,
    minutesAgo: 90,
    text: 'Called from a landline: the phone was stolen this morning. Does not know R. Voss.',
  },
  {
    about: frozen,
    by: TELLER,
    minutesAgo: 71,
    text: 'Coming to the branch tomorrow with a passport. Decline the pending transfer, then reset the PIN.',
  },
  { about: CODE_CUSTOMER, by: SUPPORT, minutesAgo: 3_050, text: 'Prefers email to phone calls.' },
]

const tags = (frozen: string): Note[] => [
  { about: frozen, by: SUPPORT, minutesAgo: 89, text: 'Stolen phone' },
  { about: CODE_CUSTOMER, by: SUPPORT, minutesAgo: 3_049, text: 'By email only' },
]

const conversations = (frozen: string, hasty: string, customers: readonly string[]): Case[] => {
  const [first = '', second = '', third = ''] = customers
  return [
    {
      email: frozen,
      assignedTo: SUPPORT,
      messages: [
        { from: 'customer', minutesAgo: 84, text: 'I called about my stolen phone. Is my account safe now?' },
        { from: 'office', minutesAgo: 80, text: 'Yes. It is frozen: money can come in, but nothing can be sent.' },
        { from: 'customer', minutesAgo: 33, text: 'Thank you. What do I need to bring tomorrow?' },
      ],
    },
    {
      email: hasty,
      assignedTo: null,
      messages: [
        { from: 'customer', minutesAgo: 15, text: 'I am splitting a dinner bill. Why are my five transfers pending?' },
      ],
    },
    {
      email: first,
      assignedTo: TELLER,
      messages: [
        { from: 'customer', minutesAgo: 1_420, text: 'My deposit from Friday is still missing.' },
        { from: 'office', minutesAgo: 1_395, text: 'The receipt shows no account number. Could you upload it again?' },
      ],
    },
    {
      email: second,
      assignedTo: SUPPORT,
      solved: true,
      messages: [
        { from: 'customer', minutesAgo: 2_900, text: 'How do I change my phone number?' },
        { from: 'office', minutesAgo: 2_884, text: 'In Settings, under Personal details.' },
        { from: 'customer', minutesAgo: 2_880, text: 'Found it, thanks!' },
      ],
    },
    {
      email: third,
      assignedTo: null,
      messages: [
        { from: 'customer', minutesAgo: 190, text: 'Can I send money to Switzerland, and how long does it take?' },
      ],
    },
  ]
}
