import { privateMeta } from '../../shared/ui/page-meta.ts'
import { makeDoor } from '../admin-route.tsx'
import { startTransactions } from './transactions-query.ts'
import { readTransactionsView } from './transactions-view.ts'

const door = makeDoor({
  load: () => import('./transactions-page.tsx'),
  start: (params) => startTransactions(readTransactionsView(params)),
})

export const meta = () => privateMeta('All Transactions')
export const clientLoader = door.clientLoader
export default door.Door
