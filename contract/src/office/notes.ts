import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, requiredLines, verbatimText } from '../fields.ts'
import { idCursor, pageLimit } from '../paging.ts'

export const MAX_NOTE_LENGTH = 2_000

export const note = z
  .object({
    _id: z.uuid(),
    userId: z.uuid().meta({ description: 'The person the note is about.' }),
    text: verbatimText,
    by: z.object({ _id: z.uuid(), fullName: verbatimText }).meta({ description: 'The member of staff who wrote it.' }),
    at: isoTime,
  })
  .meta({
    id: 'Note',
    examples: [
      {
        _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        userId: EXAMPLES.customer,
        text: 'Called about the transfer of January 5. Identity verified by passport.',
        by: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Support' },
        at: '2026-01-05T15:04:00.000Z',
      },
    ],
  })
export type Note = z.infer<typeof note>

export const listNotes = endpoint({
  method: 'GET',
  path: '/admin/notes',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Staff notes about a person, newest first',
  description: 'The person never sees them, not even a member of staff the notes about themselves.',
  query: z.strictObject({ userId: id, limit: pageLimit(20, 100), cursor: idCursor }),
  example: { query: { userId: EXAMPLES.customer } },
  success: { status: 200, body: z.array(note), headers: ['Link'] },
  refusals: ['not_found', 'own_account'],
})

export const addNote = endpoint({
  method: 'POST',
  path: '/admin/notes',
  fresh: false,
  policy: 'support:reply',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Write a note about a person',
  description: 'A note can’t be changed or deleted. The audit log says who wrote one and when, without its text.',
  body: z.strictObject({ userId: id, text: requiredLines(MAX_NOTE_LENGTH, 'Note', 'Enter a note.') }),
  example: { body: { userId: EXAMPLES.customer, text: 'Called about the transfer of January 5.' } },
  success: { status: 201, body: note },
  refusals: ['not_found', 'own_account'],
})
