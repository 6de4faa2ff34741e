import type { Tx } from '../platform/db/connection.ts'

/**
 * The Admins who are notified of what concerns all of them. The caller locks them with the actor, in one statement: a
 * notification writes to the account.
 */
export const findAdministrators = async (tx: Tx): Promise<string[]> =>
  (await tx<{ id: string }[]>`select id from people where role = 'Admin' and status = 'Active'`).map(({ id }) => id)
