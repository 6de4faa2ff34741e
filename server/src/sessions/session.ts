import { hash } from 'node:crypto'

export type Session = {
  id: string
  tokenHash: Buffer
  personId: string
  role: 'User' | 'Admin'
  status: 'Active' | 'Pending'
  freshUntil: Date
  /** Whether this member of staff has set one up; false for customers, for whom no rule depends on it. */
  hasSecondFactor: boolean
  /** A member of staff without the second factor that the bank requires: they can only set one up. */
  mustEnrol: boolean
}

export type SignInMethod = 'password' | 'password+totp' | 'password+passkey' | 'password+recovery' | 'passkey'

/** An administrator whose status is Pending has no administrator rights. */
export const hasAdminRole = ({ role, status }: Pick<Session, 'role' | 'status'>): boolean =>
  role === 'Admin' && status === 'Active'

/** Whether the session has administrator rights now. */
export const isAdmin = (session: Pick<Session, 'role' | 'status' | 'mustEnrol'>): boolean =>
  hasAdminRole(session) && !session.mustEnrol

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
