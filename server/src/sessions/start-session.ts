import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { Reader } from '../db/connection.ts'
import { ABSOLUTE_LIMIT_MS } from './lifetime.ts'
import { hashToken } from './session.ts'

const MAX_USER_AGENT_LENGTH = 400

export type SessionOrigin = { userAgent: string; address: string }

/** Returns the token: 256 random bits, of which the database stores only the hash. */
export async function startSession(tx: Reader, personId: string, at: Date, origin: SessionOrigin): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx`
    insert into sessions (token_hash, id, person_id, created_at, last_seen_at, expires_at, user_agent, address)
    values (${hashToken(token)}, ${newId()}, ${personId}, ${at}, ${at}, ${new Date(at.getTime() + ABSOLUTE_LIMIT_MS)},
            ${origin.userAgent.slice(0, MAX_USER_AGENT_LENGTH)}, ${origin.address})`
  return token
}
