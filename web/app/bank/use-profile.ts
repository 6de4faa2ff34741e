import { useOutletContext } from 'react-router'
import type { Profile } from '#contract/people.ts'

/** The signed-in person, for pages inside the dashboard: the layout has made sure that there is one. */
export const useProfile = () => useOutletContext<Profile>()
