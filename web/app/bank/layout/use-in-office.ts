import { useLocation, useMatches } from 'react-router'

/** The start page is everybody's: only the part of it for staff is in that folder. */
const START_PAGE = 'office/admin-home/admin-home-route'

/** Whether a page of the back office is open. By the folder of its route: customers don't load the list of those pages. */
export const useInOffice = () => useMatches().some(({ id }) => id.startsWith('office/') && id !== START_PAGE)

/** The start page of staff begins with their work. */
export function useIsWork(): boolean {
  const inOffice = useInOffice()
  const { pathname } = useLocation()
  return inOffice || pathname === '/dashboard'
}
