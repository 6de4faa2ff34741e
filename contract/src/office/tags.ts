import { z } from 'zod'
import { MAX_TAG_LENGTH, tagText, tagTexts } from '../customers/tags.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, line } from '../fields.ts'
import { pageLimit } from '../paging.ts'

/** On one person or transaction. */
export const MAX_TAGS = 10

const example = { body: { subject: 'person', subjectId: EXAMPLES.customer, text: 'VIP' } } as const

export const tagList = z.object({ tags: tagTexts }).meta({ id: 'TagList', examples: [{ tags: ['Fraud team', 'VIP'] }] })
export type TagList = z.infer<typeof tagList>

export const suggestTags = endpoint({
  method: 'GET',
  path: '/admin/tags',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Tags in use that begin with a text, in alphabetical order',
  query: z.strictObject({
    search: line(MAX_TAG_LENGTH, 'Search').optional().meta({ description: 'The beginning of a tag, in any case.' }),
    limit: pageLimit(8, 50),
  }),
  success: { status: 200, body: tagList },
})

const change = z.strictObject({
  subject: z.enum(['person', 'transaction'], { error: 'The subject is a person or a transaction.' }),
  subjectId: id.meta({ description: 'The id of the person or transaction.' }),
  text: tagText,
})
export type TagChange = z.output<typeof change>

const rules = { text: 'Has a visible character.' }

export const addTag = endpoint({
  method: 'POST',
  path: '/admin/tags',
  fresh: false,
  policy: 'support:reply',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Put a tag on a person or a transaction',
  description: `At most ${MAX_TAGS} on each. Tags that differ only in case are one tag, in the spelling that is in use; adding one that is
there changes nothing. Returns all tags of the person or transaction.`,
  body: change,
  example,
  rules,
  success: { status: 200, body: tagList },
  refusals: ['not_found', 'own_account', 'tag_limit'],
})

export const removeTag = endpoint({
  method: 'POST',
  path: '/admin/tags/remove',
  fresh: false,
  policy: 'support:reply',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Take a tag off a person or a transaction',
  description: 'Removing one that is not there changes nothing. Returns the tags that are left.',
  body: change,
  example,
  rules,
  success: { status: 200, body: tagList },
  refusals: ['not_found', 'own_account'],
})
