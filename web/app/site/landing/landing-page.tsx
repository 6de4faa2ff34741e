import { t } from '../../shared/i18n/i18n.ts'
import { institution } from '../../shared/institution.ts'
import { pageMeta } from '../../shared/ui/page/page-meta.ts'
import { CallToAction } from '../call-to-action.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { International } from './international.tsx'
import { SampleMonth } from './sample-month.tsx'

export const meta = () =>
  pageMeta({
    title: t('{name}: money, told plainly', { name: institution.name }),
    description: t(
      'See exactly where your money stands: what you have, what’s on hold, and when every payment happened. Open a {name} account in minutes.',
      { name: institution.name },
    ),
    path: '/',
  })

export default function LandingPage() {
  return (
    <>
      <Hero />
      <Features />
      <International />
      <SampleMonth />
      <CallToAction />
    </>
  )
}
