import type { Sql } from '../platform/db/connection.ts'
import { StartError } from '../platform/runtime/start-error.ts'

/** Accounts with public passwords: a bank that has one of them is a demo. */
export const DEMO_PEOPLE = [
  { email: 'admin@fable.example', password: 'Fable-admin-2026', pin: '4321', what: 'Administrator' },
  { email: 'customer@fable.example', password: 'Fable-demo-2026', pin: '1234', what: 'Customer' },
  { email: 'code@fable.example', password: 'Fable-demo-2026', pin: '1234', what: 'Needs the code 12345' },
  { email: 'pending@fable.example', password: 'Fable-demo-2026', pin: null, what: 'Awaiting verification' },
  { email: 'support@fable.example', password: 'Fable-staff-2026', pin: '4321', what: 'Support: answers' },
  { email: 'teller@fable.example', password: 'Fable-staff-2026', pin: '4321', what: 'Teller: decides' },
  { email: 'auditor@fable.example', password: 'Fable-staff-2026', pin: '4321', what: 'Auditor: reads' },
  { email: 'admin2@fable.example', password: 'Fable-admin-2026', pin: '4321', what: 'Second administrator' },
] as const

/** A demo database in production would let anyone log in as its administrator. */
export async function requireNoDemoPeople(sql: Sql): Promise<void> {
  const addresses = DEMO_PEOPLE.map(({ email }) => email)
  const found = await sql<
    { email: string }[]
  >`select email from people where email_key = any(${addresses}) order by email`
  if (found.length === 0) return
  const names = found.map(({ email }) => email).join(', ')
  throw new StartError(
    `The database holds demonstration people with public passwords (${names}): start with DEMO=on, or with an empty database.`,
  )
}
