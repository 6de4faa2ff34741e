import type { PersonDetails } from '#contract/administration.ts'
import type { Sql } from '../../db/connection.ts'
import { MAX_WRONG_SECRETS } from '../../ledger/account.ts'
import { readAccounts } from '../../people/accounts.ts'
import { requireStaffUser } from '../../people/person.ts'
import { readSecrets, type Secrets } from './store.ts'

/** For the person's page: what `User` says, and why a PIN or a code is refused at the moment. */
export async function readPerson(sql: Sql, personId: string, at: Date): Promise<PersonDetails> {
  const user = await requireStaffUser(sql, personId)
  const [secrets, accounts] = await Promise.all([readSecrets(sql, personId), readAccounts(sql, personId)])
  return {
    user,
    accounts,
    secrets: {
      pin: { state: pinState(secrets) },
      code: { state: codeState(secrets, at), expiresAt: secrets.codeExpiresAt?.toISOString() ?? null },
    },
  }
}

const pinState = ({ hasPin, pinAttempts }: Secrets) =>
  hasPin ? (pinAttempts >= MAX_WRONG_SECRETS ? 'locked' : 'set') : 'none'

/** In the order of the ledger's checks: a locked code is refused as locked, even when it has expired too. */
function codeState({ hasCode, codeAttempts, codeExpiresAt }: Secrets, at: Date) {
  if (!hasCode || !codeExpiresAt) return 'none'
  if (codeAttempts >= MAX_WRONG_SECRETS) return 'locked'
  return codeExpiresAt <= at ? 'expired' : 'valid'
}
