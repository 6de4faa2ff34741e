import { choosePicture as endpoint } from '#contract/customers/picture.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { choosePicture } from './choose-picture.ts'

export const pictureRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(endpoint, ({ session, body, at }) =>
    choosePicture(sql, { personId: session.personId, uploadId: body.image, at }),
  ),
]
