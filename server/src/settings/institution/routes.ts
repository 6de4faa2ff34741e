import { getInstitution } from '#contract/settings/institution.ts'
import { type Route, route } from '../../http/route.ts'
import type { Config } from '../../platform/config/config.ts'

export const institutionRoutes = ({ config }: { config: Config }): Route[] => [
  route(getInstitution, async () => config.institution),
]
