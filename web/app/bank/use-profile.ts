import { useOutletContext } from 'react-router'
import type { Profile } from '#contract/people.ts'

/** The logged-in user and statistics, which the dashboard layout has loaded. */
export const useProfile = () => useOutletContext<Profile>()
