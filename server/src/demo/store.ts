import { column } from '../db/arrays.ts'
import type { Tx } from '../db/connection.ts'
import type { DemoPerson } from './people.ts'
import type { Receipt } from './to-commands.ts'

export async function updatePeopleDetails(tx: Tx, people: readonly (DemoPerson & { id: string })[]): Promise<void> {
  await tx`
    update people p
    set mobile = d.mobile, nationality = d.nationality, dob = d.dob, gender = d.gender, address = d.address
    from unnest(
      ${column(people, ({ id }) => id)}::uuid[], ${column(people, ({ mobile }) => mobile)}::text[],
      ${column(people, ({ nationality }) => nationality)}::text[], ${column(people, ({ dob }) => dob)}::date[],
      ${column(people, ({ gender }) => gender)}::text[], ${column(people, ({ address }) => address)}::text[])
      as d (id, mobile, nationality, dob, gender, address)
    where p.id = d.id`
}

export async function insertReceipts(tx: Tx, receipts: readonly Receipt[]): Promise<void> {
  await tx`
    insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
    select id, owner_id, 'pdf', 'application/pdf', bytes, file_hash, created_at from unnest(
      ${column(receipts, ({ id }) => id)}::uuid[], ${column(receipts, ({ ownerId }) => ownerId)}::uuid[],
      ${column(receipts, ({ bytes }) => bytes)}::bytea[], ${column(receipts, ({ fileHash }) => fileHash)}::bytea[],
      ${column(receipts, ({ at }) => at)}::timestamptz[]) as r (id, owner_id, bytes, file_hash, created_at)`
}
