import type { Person } from '../bank.ts'
import type { Recipe } from './recipe.ts'

/** Notes, tags and saved filters: what staff keep for themselves. */
export function staffRecipes(user: Person, admin: Person): Record<string, Recipe> {
  let saved = 0
  const filter = () => ({ list: 'people', name: `Frozen ${++saved}`, query: 'status=Frozen', shared: true })
  const filterPath = async () =>
    `/admin/saved-filters/${(await admin.call('POST', '/admin/saved-filters', { body: filter() })).json()._id}`
  const tag = { subject: 'person', subjectId: user.id, text: 'VIP' }
  return {
    'GET /admin/notes': () => ({ query: { userId: user.id } }),
    'POST /admin/notes': () => ({ body: { userId: user.id, text: 'Called' } }),
    'GET /admin/tags': () => ({ query: { search: 'v' } }),
    'POST /admin/tags': () => ({ body: tag }),
    'POST /admin/tags/remove': () => ({ body: tag }),
    'GET /admin/saved-filters': async () => {
      await filterPath()
      return { query: { list: 'people' } }
    },
    'POST /admin/saved-filters': () => ({ body: filter() }),
    'PATCH /admin/saved-filters/:id': async () => ({ path: await filterPath(), body: { shared: false } }),
    'DELETE /admin/saved-filters/:id': async () => ({ path: await filterPath() }),
  }
}
