import { tagKey } from '#contract/customers/tags.ts'
import { addTag as add, removeTag as remove, suggestTags as suggest } from '#contract/office/tags.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { addTag, removeTag } from './change-tags.ts'
import { selectTagsInUse } from './store.ts'

export const tagRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(suggest, async ({ query: { search = '', limit }, session }) => {
    const found = await selectTagsInUse(sql, { start: tagKey(search), readerId: session.personId, limit })
    return { tags: found.map(({ text }) => text) }
  }),
  route(add, (call) => addTag(sql, staffContext(call), call.body)),
  route(remove, (call) => removeTag(sql, staffContext(call), call.body)),
]
