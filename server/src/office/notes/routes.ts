import { addNote as add, listNotes as list } from '#contract/office/notes.ts'
import { requireNotOwnAccount } from '../../authority/own-account.ts'
import { requireUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { addNote, toNote } from './add-note.ts'
import { type NoteRow, selectNotes } from './store.ts'

const cursorOf = (last: NoteRow) => ({ cursor: last.id })

export const noteRoutes = ({ sql, accessLog }: Pick<Deps, 'sql' | 'accessLog'>): Route[] => [
  route(list, async (call) => {
    const { userId: personId, ...page } = call.query
    requireNotOwnAccount(staffContext(call), personId)
    await requireUser(sql, personId)
    const rows = await selectNotes(sql, { personId, ...page })
    // The person reads the access log, so it does not say that there are notes.
    await accessLog.record({ session: call.session, personId, what: 'details.viewed' })
    return pageOf(call, rows, page.limit, cursorOf).map(toNote)
  }),
  route(add, (call) => addNote(sql, staffContext(call), call.body)),
]
