import { institution } from '../../shared/institution.ts'
import { pageMeta } from '../../shared/ui/page-meta.ts'
import { CallToAction } from '../call-to-action.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { International } from './international.tsx'
import { SampleMonth } from './sample-month.tsx'

export const meta = () =>
  pageMeta({
    title: `${institution.name}: money, told plainly`,
    description: `${institution.name} keeps one honest account of your money: what you have, what is on hold, and what happened when. Payments from 50+ countries.`,
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
