import type { SignInMethod } from '../../access/session.ts'
import { whereAlive } from '../../access/session-lifetime.ts'
import type { Sql } from '../../platform/db/connection.ts'

const MAX_SHOWN = 100
const MAX_SIGN_INS = 20
const SIGN_INS_SHOWN_FOR_MS = 30 * 86_400_000

export type DeviceRow = {
  id: string
  token_hash: Buffer
  user_agent: string
  address: string
  created_at: Date
  last_seen_at: Date
}

/** The index has the expiry, so ended sessions are not read. */
export const aliveSessions = (sql: Sql, personId: string, at: Date) => sql<DeviceRow[]>`
  select s.id, s.token_hash, s.user_agent, s.address, s.created_at, s.last_seen_at from sessions s
  where s.person_id = ${personId} and ${whereAlive(sql, at)}
  order by s.last_seen_at desc, s.id desc limit ${MAX_SHOWN}`

export type SignInRow = {
  id: string
  created_at: Date
  user_agent: string
  address: string
  signed_in_with: SignInMethod
  new_device: boolean
}

/** By the expiry, which follows the sign-in by a fixed time and is in the index. */
export const recentSignIns = (sql: Sql, personId: string, at: Date) => sql<SignInRow[]>`
  select id, created_at, user_agent, address, signed_in_with, new_device from sessions
  where person_id = ${personId} and expires_at > ${new Date(at.getTime() - SIGN_INS_SHOWN_FOR_MS)}
  order by expires_at desc limit ${MAX_SIGN_INS}`
