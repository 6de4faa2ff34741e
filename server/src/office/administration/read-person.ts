import { toAmount } from '#contract/money.ts'
import type { PersonDetails } from '#contract/office/administration.ts'
import { readAccounts } from '../../customers/accounts.ts'
import { requireStaffUser } from '../../customers/person.ts'
import { readTagsOfPeople } from '../../customers/tags-of-people.ts'
import { MAX_WRONG_SECRETS } from '../../ledger/account.ts'
import { readDecidedAlone } from '../../ledger/read-state.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { readErasure, readSecrets, type Secrets } from './store.ts'

type PersonReader = { staffId: string; at: Date }

/** For the person's page: what `User` says, and why a PIN or a code is refused at the moment. */
export async function readPerson(sql: Sql, personId: string, { staffId, at }: PersonReader): Promise<PersonDetails> {
  const user = await requireStaffUser(sql, personId)
  const [secrets, accounts, tags, [decided], erasure] = await Promise.all([
    readSecrets(sql, personId),
    readAccounts(sql, personId),
    readTagsOfPeople(sql, [personId], staffId),
    readDecidedAlone(sql, [staffId], [personId], at),
    readErasure(sql, personId),
  ])
  return {
    user,
    accounts,
    tags: tags.get(personId) ?? [],
    secrets: {
      pin: { state: pinState(secrets) },
      code: { state: codeState(secrets, at), expiresAt: secrets.codeExpiresAt?.toISOString() ?? null },
    },
    decidedAlone: toAmount(BigInt(decided?.cents ?? 0)),
    erasure,
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
