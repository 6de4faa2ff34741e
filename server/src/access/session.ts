import { hash } from 'node:crypto'
import type { Status } from '#contract/customers/people.ts'
import { hasPermission, isStaff, type Permission, type Role } from '#contract/permissions.ts'

export type Session = {
  kind: 'session'
  id: string
  tokenHash: Buffer
  personId: string
  role: Role
  status: Status
  freshUntil: Date
  /** Whether this member of staff has set one up; false for customers, for whom no rule depends on it. */
  hasSecondFactor: boolean
  /** A member of staff without the second factor that the bank requires: they can only set one up. */
  mustEnrol: boolean
  /** A member of staff who is no customer: without an account. */
  staffOnly: boolean
}

export type SignInMethod = 'password' | 'password+totp' | 'password+passkey' | 'password+recovery' | 'passkey'

export type Standing = Pick<Session, 'role' | 'status'>

/** A member of staff whose status is not Active has no permission. */
export const standingAllows = ({ role, status }: Standing, permission: Permission): boolean =>
  status === 'Active' && hasPermission(role, permission)

/** Whether the session has the permission now. */
export const sessionMay = (session: Standing & Pick<Session, 'mustEnrol'>, permission: Permission): boolean =>
  standingAllows(session, permission) && !session.mustEnrol

export const isStaffSession = ({ role, status, mustEnrol }: Standing & Pick<Session, 'mustEnrol'>): boolean =>
  isStaff(role) && status === 'Active' && !mustEnrol

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
/** The hash in hex, which takes a third of the time. */
export const tokenKey = (token: string): string => hash('sha256', token, 'hex')
