import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { peopleFilters } from './administration.ts'

export const exportUsers = endpoint({
  method: 'GET',
  path: '/admin/users/export',
  keyScope: 'staff:read',
  policy: 'audit:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'The filtered people as CSV',
  description: `All of them, newest first, with the filters of the list. UTF-8 with a byte order mark, RFC 4180. A text that a spreadsheet would calculate
begins with an apostrophe. The audit log keeps who exported what, and each person sees it in the access log.`,
  query: z.strictObject(peopleFilters),
  success: { status: 200, body: 'csv' },
})
