import type { StaffMember } from '#contract/office/staff.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { readAppointmentOf } from '../administration/read-person.ts'

type Row = {
  id: string
  full_name: string
  email: string
  role: StaffMember['role']
  status: StaffMember['status']
  staff_only: boolean
  has_password: boolean
  has_second_factor: boolean
  joined_at: Date
}

/** Members of staff by name. A bank has some dozens of them. */
export async function listStaff(sql: Sql, reader: { staffId: string; at: Date }): Promise<StaffMember[]> {
  const rows = await sql<Row[]>`
    select p.id, p.full_name, p.email, p.role, p.status, p.staff_only, p.password_hash is not null as has_password,
      exists (select from passkeys k where k.person_id = p.id)
        or exists (select from totp_factors f where f.person_id = p.id and f.confirmed_at is not null) as has_second_factor,
      coalesce(p.role_given_at, p.created_at) as joined_at
    from people p where p.role <> 'User' order by lower(p.full_name), p.id`
  return Promise.all(
    rows.map(async (row) => ({
      _id: row.id,
      fullName: row.full_name,
      email: row.email,
      role: row.role,
      status: row.status,
      isCustomer: !row.staff_only,
      hasPassword: row.has_password,
      hasSecondFactor: row.has_second_factor,
      joinedAt: row.joined_at.toISOString(),
      appointment: await readAppointmentOf(sql, row.id, reader),
    })),
  )
}
