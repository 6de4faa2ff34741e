import { queryClient } from '../../shared/api/query-client.ts'

/** First part of every back office query key, so that one call can invalidate all of them. */
export const OFFICE = 'office'

/** Refetches every visible list, count and panel after an administrator's action. */
export const reloadOffice = () => queryClient.invalidateQueries({ queryKey: [OFFICE] })
