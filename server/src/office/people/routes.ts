import { createPerson as create } from '#contract/office/people.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { createPerson } from './create-person.ts'

export const peopleRoutes = (deps: Pick<Deps, 'sql' | 'config' | 'accessLog'>): Route[] => [
  route(create, async (call) => {
    const person = await createPerson(deps, staffContext(call), call.body)
    await deps.accessLog.record({ session: call.session, personId: person._id, what: 'details.viewed' })
    return person
  }),
]
