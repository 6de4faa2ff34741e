/** `npm run texts`: writes the texts of the code into all catalogues, and says what is missing in each language. */
import { LOCALES } from '#contract/locales.ts'
import { AREAS, textsByArea } from './areas.ts'
import { readCatalogue, updateCatalogues } from './catalogue.ts'
import { problemsOf } from './check-translation.ts'

updateCatalogues(textsByArea())
for (const locale of LOCALES) {
  const entries = AREAS.flatMap((area) => Object.entries(readCatalogue(area, locale)))
  const missing = entries.filter(([, translation]) => !translation).length
  console.log(`${locale}: ${entries.length - missing} of ${entries.length} texts`)
  for (const [text, translation] of entries)
    if (translation) for (const problem of problemsOf(text, translation, locale)) console.log(`  ${problem}`)
}
