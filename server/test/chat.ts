import { expect } from 'vitest'
import type { Bank, Person } from './bank.ts'

export type Message = { _id: string; message: string; isAdmin: boolean; createdAt: string }
type Row = { number: bigint; sender_id: string; from_office: boolean; text: string; seen_at: Date | null }
type Counts = { message_number: bigint; unread_by_person: number; unread_by_office: number; last_message: string }

export const texts = (messages: Message[]) => messages.map(({ message }) => message)

export const write = (person: Person, message: string, receiver = 'Admin') =>
  person.call('POST', '/suport/send', { body: { receiver, message, isAdmin: false } })

/** Writes, and gives the message's id. */
export async function wrote(person: Person, message: string, receiver = 'Admin'): Promise<string> {
  const answer = await write(person, message, receiver)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()._id
}

export const ownThread = async (person: Person, query: Record<string, string> = {}): Promise<Message[]> =>
  (await person.call('GET', '/suport/message', { query })).json()

/** A person's thread as an administrator reads it. */
export const threadOf = (person: Person, admin: Person, query: Record<string, string> = {}) =>
  admin.call('GET', '/suport/user', { query: { userId: person.id, ...query } })

/** What the tables hold of a person's thread. */
export const messageRows = ({ owner }: Bank, { id }: Person) => owner<Row[]>`
  select number, sender_id, from_office, text, seen_at from messages where person_id = ${id} order by number`

export async function countsOf({ owner }: Bank, { id }: Person): Promise<Counts | undefined> {
  const [counts] = await owner<Counts[]>`
    select message_number, unread_by_person, unread_by_office, last_message from conversations where person_id = ${id}`
  return counts
}

/** Follows the Link headers from a first page to the last. */
export async function walk<One>(reader: Person, first: string): Promise<One[][]> {
  const pages: One[][] = []
  let next: string | undefined = first
  while (next) {
    const answer = await reader.call('GET', next)
    expect(answer.statusCode, answer.body).toBe(200)
    pages.push(answer.json())
    next = /^<\/api([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  return pages
}
