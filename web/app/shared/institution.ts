import type { Institution } from '#contract/institution.ts'
import { type PageFacts, pageMarks } from '#contract/pages.ts'

/** The data block the browser reads the facts from. It is data, not a script: no policy has to allow it. */
export const FACTS_ID = 'facts'

/** Only for the development server, which sends pages without filling anything in. */
const developmentFacts: PageFacts = {
  institution: {
    name: 'Fable Bank',
    legalName: '',
    regulator: '',
    phone: '+1 555 010 0199',
    email: 'hello@fable.example',
    address: '1 Story Lane, Fableton',
    demonstration: true,
  },
  origin: 'http://localhost',
}

/** While the build writes pages, the facts are marks; the server fills them in. */
const markedFacts: PageFacts = {
  institution: { ...pageMarks.institution, demonstration: true },
  origin: pageMarks.origin,
}

/** Exactly what stands in the page, so that rendering it again changes nothing. */
export const factsText = import.meta.env.SSR ? pageMarks.facts : document.getElementById(FACTS_ID)?.textContent

function readFacts(): PageFacts {
  if (import.meta.env.DEV) return developmentFacts
  if (import.meta.env.SSR) return markedFacts
  return JSON.parse(factsText ?? '{}') as PageFacts
}

const facts = readFacts()

/** What the pages say of the bank that runs this software: fixed for the life of a page. */
export const institution: Institution = facts.institution
export const origin = facts.origin

/** The root element carries it as an attribute, so that the stylesheet can show or hide the ribbon without a script. */
export const demonstrationAttribute =
  import.meta.env.SSR && !import.meta.env.DEV ? pageMarks.demonstration : String(institution.demonstration)
