import { expect } from 'vitest'
import type { Bank, Person } from './bank.ts'

export type Message = { _id: string; message: string; isAdmin: boolean; createdAt: string }
type Row = { number: bigint; sender_id: string; from_office: boolean; text: string; seen_at: Date | null }
type Counts = { message_number: bigint; unread_by_person: number; unread_by_office: number; last_message: string }

export const texts = (messages: Message[]) => messages.map(({ message }) => message)

export const postMessage = (person: Person, message: string, receiver = 'Admin') =>
  person.call('POST', '/suport/send', { body: { receiver, message, isAdmin: false } })

/** Sends a message and returns its id. */
export async function sendMessage(person: Person, message: string, receiver = 'Admin'): Promise<string> {
  const response = await postMessage(person, message, receiver)
  expect(response.statusCode, response.body).toBe(201)
  return response.json()._id
}

export const ownThread = async (person: Person, query: Record<string, string> = {}): Promise<Message[]> =>
  (await person.call('GET', '/suport/message', { query })).json()

/** A person's thread, read by an administrator. */
export const threadOf = (person: Person, admin: Person, query: Record<string, string> = {}) =>
  admin.call('GET', '/suport/user', { query: { userId: person.id, ...query } })

/** The rows of a person's thread. */
export const messageRows = ({ owner }: Bank, { id }: Person) => owner<Row[]>`
  select number, sender_id, from_office, text, seen_at from messages where person_id = ${id} order by number`

export async function countsOf({ owner }: Bank, { id }: Person): Promise<Counts | undefined> {
  const [counts] = await owner<Counts[]>`
    select message_number, unread_by_person, unread_by_office, last_message from conversations where person_id = ${id}`
  return counts
}

/** Follows the Link headers from a first page to the last. */
export async function walkPages<Item>(reader: Person, first: string): Promise<Item[][]> {
  const pages: Item[][] = []
  let next: string | undefined = first
  while (next) {
    const response = await reader.call('GET', next)
    expect(response.statusCode, response.body).toBe(200)
    pages.push(response.json())
    next = /^<\/api([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1]
  }
  return pages
}
