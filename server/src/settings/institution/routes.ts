import { getInstitution } from '#contract/institution.ts'
import type { Config } from '../../config/config.ts'
import { type Route, route } from '../../http/route.ts'

export const institutionRoutes = ({ config }: { config: Config }): Route[] => [
  route(getInstitution, async () => config.institution),
]
