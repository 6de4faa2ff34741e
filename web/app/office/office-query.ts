import { queryClient } from '../shared/api/query-client.ts'

/** All that administrators see begins with this word, so that one act can make all of it fresh. */
export const OFFICE = 'office'

/** After anything was done: lists, counts and the panel show it. */
export const reloadOffice = () => queryClient.invalidateQueries({ queryKey: [OFFICE] })
