import { hash } from 'node:crypto'

export type Session = {
  id: string
  tokenHash: Buffer
  personId: string
  role: 'User' | 'Admin'
  status: 'Active' | 'Pending'
}

/** An administrator whose status is Pending has no administrator rights. */
export const isAdmin = ({ role, status }: Pick<Session, 'role' | 'status'>): boolean =>
  role === 'Admin' && status === 'Active'

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
