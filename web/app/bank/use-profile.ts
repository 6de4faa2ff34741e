import { useOutletContext } from 'react-router'
import type { Profile } from '#contract/customers/people.ts'

/** The logged-in user and statistics, which the dashboard layout has loaded. */
export const useProfile = () => useOutletContext<Profile>()
