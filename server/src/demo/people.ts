import type { User } from '#contract/customers/people.ts'
import { isStaff } from '#contract/permissions.ts'
import { CUSTOMER, EMPLOYER, FRIEND, historyStart, LANDLORD } from './customer-history.ts'
import { DEMO_PEOPLE } from './demo-people.ts'
import { DAY_MS } from './movements.ts'
import { FAMILY_NAMES, GIVEN_NAMES, MAIL_HOSTS, NATIONALITIES, STREETS, TOWNS } from './names.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

export type DemoPerson = {
  email: string
  fullName: string
  /** Null: this person cannot log in. */
  password: string | null
  pin: string | null
  role: User['role']
  status: User['status']
  createdAt: Date
  mobile: string
  nationality: string
  dob: string | null
  gender: User['gender']
  address: string
}

export const CODE_CUSTOMER = 'code@fable.example'
export const ADMIN = 'admin@fable.example'
const GENERATED_COUNT = 60
const PENDING_COUNT = 7
const STAFF_SEED = 62

type PersonDetails = Pick<DemoPerson, 'fullName' | 'createdAt'> & Partial<DemoPerson>

/** The demo accounts with public passwords. */
export function knownPeople(random: SeededRandom, now: Date): DemoPerson[] {
  // Of their own: the details of everyone else stay what they were before there were roles.
  const staffRandom = createSeededRandom(STAFF_SEED)
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const known: Record<(typeof DEMO_PEOPLE)[number]['email'], PersonDetails> = {
    [ADMIN]: { fullName: 'Fiona Archer', createdAt: daysAgo(500), role: 'Admin', gender: 'female', dob: '1983-04-17' },
    [CUSTOMER]: {
      fullName: 'Clara Whitfield',
      createdAt: new Date(historyStart(now).getTime() - 3_600_000),
      gender: 'female',
      dob: '1991-09-02',
      nationality: 'United States',
      address: '7 Heron Lane, Fableton, FB 10117',
    },
    [CODE_CUSTOMER]: { fullName: 'Conrad Delgado', createdAt: daysAgo(240), gender: 'male', dob: '1978-12-29' },
    'pending@fable.example': { fullName: 'Petra Lund', createdAt: daysAgo(1), status: 'Pending' },
    'support@fable.example': { fullName: 'Sanna Berg', createdAt: daysAgo(498), role: 'Support', gender: 'female' },
    'teller@fable.example': { fullName: 'Tobias Keller', createdAt: daysAgo(497), role: 'Teller', gender: 'male' },
    'auditor@fable.example': { fullName: 'Aurora Quist', createdAt: daysAgo(496), role: 'Auditor', gender: 'female' },
    // Confirms what the first one proposes: closings and journal entries always need two.
    'admin2@fable.example': { fullName: 'Hugo Lindqvist', createdAt: daysAgo(495), role: 'Admin', gender: 'male' },
  }
  return DEMO_PEOPLE.map(({ email, password, pin }) => ({
    ...randomDetails(isStaff(known[email].role ?? 'User') && email !== ADMIN ? staffRandom : random),
    email,
    password,
    pin,
    role: 'User',
    status: 'Active',
    ...known[email],
  }))
}

/** Sixty customers, three of whom the demo customer does business with. */
export function generatedPeople(random: SeededRandom, now: Date): DemoPerson[] {
  const partners: PersonDetails[] = [
    { email: EMPLOYER, fullName: 'Marlow & Finch Publishing', createdAt: joined(now, 470), gender: '', dob: null },
    { email: LANDLORD, fullName: 'Harbour Street Properties', createdAt: joined(now, 465), gender: '', dob: null },
    { email: FRIEND, fullName: 'Mateo Alvarez', createdAt: joined(now, 455), gender: 'male', dob: '1990-06-11' },
  ]
  const people = partners.map((partner) => customer(random, partner))
  const taken = new Set<string>()
  while (people.length < GENERATED_COUNT) {
    const [given, gender] = random.pick(GIVEN_NAMES)
    const fullName = `${given} ${random.pick(FAMILY_NAMES)}`
    if (taken.has(fullName)) continue
    taken.add(fullName)
    const email = `${fullName.toLowerCase().replace(' ', '.')}@${random.pick(MAIL_HOSTS)}`
    // The last ones are new and await verification.
    const isNew = people.length >= GENERATED_COUNT - PENDING_COUNT
    const createdAt = joined(now, isNew ? random.between(0, 6) : random.between(8, 430), random.between(70, 1_300))
    people.push(
      customer(random, { email, fullName, gender, createdAt, ...(isNew ? { status: 'Pending', pin: null } : {}) }),
    )
  }
  return people
}

const joined = (now: Date, days: number, minutes = 600) => new Date(now.getTime() - days * DAY_MS - minutes * 60_000)

const customer = (random: SeededRandom, details: PersonDetails): DemoPerson => ({
  ...randomDetails(random),
  email: '',
  password: null,
  pin: String(random.between(1000, 9999)),
  role: 'User',
  status: 'Active',
  ...details,
})

/** Numbers with 555-01 are reserved for fiction. */
const randomDetails = (random: SeededRandom) => ({
  mobile: `+1 (${random.between(201, 989)}) 555-01${String(random.between(0, 99)).padStart(2, '0')}`,
  nationality: random.pick(NATIONALITIES),
  dob: `${random.between(1948, 2004)}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`,
  gender: '' as const,
  address: `${random.between(1, 180)} ${random.pick(STREETS)}, ${random.pick(TOWNS)}`,
})

const twoDigits = (number: number) => String(number).padStart(2, '0')
