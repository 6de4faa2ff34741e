import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { verbatim } from '#contract/text.ts'
import { t } from './app/shared/i18n/i18n.ts'
import { Trans } from './app/shared/i18n/trans.tsx'
import { Button } from './app/shared/ui/button.tsx'

const name: string = 'Ada'

test('JSX takes texts, and data that is marked', () => {
  const elements = {
    text: <p title={t('Send money')}>{t('Send money')}</p>,
    data: <p>{verbatim(name)}</p>,
    several: (
      <p>
        {t('Send money')}
        {verbatim(' · ')}
        {verbatim(name)}
      </p>
    ),
    decoration: <img alt="" />,
    code: <code title={t('Send money')}>{name}</code>,
    component: <Button>{t('Send money')}</Button>,
    withLink: <Trans text="Read the <0>terms</0>." parts={[(words) => <Link to="/terms">{words}</Link>]} />,
  }
  expect(elements).toBeDefined()
})

// `npm run types` checks it: each of these elements has to be an error.
test('JSX takes no plain string where people read', () => {
  const elements = {
    // @ts-expect-error
    words: <p>Send money</p>,
    // @ts-expect-error
    data: <p>{name}</p>,
    several: (
      // @ts-expect-error
      <p>
        {t('Send money')}
        {verbatim(' ')}
        {name}
      </p>
    ),
    severalOfComponent: (
      // @ts-expect-error
      <Button>
        {t('Send money')}
        {verbatim(' · ')}
        {name}
      </Button>
    ),
    nested: (
      <p>
        {t('Send money')}
        {
          // @ts-expect-error
          [name]
        }
      </p>
    ),
    wordsBetween: (
      // @ts-expect-error
      <p>
        {t('Send money')} to {verbatim(name)}
      </p>
    ),
    // @ts-expect-error
    title: <p title="Send money" />,
    // @ts-expect-error
    titleOfCode: <code title="Send money">{name}</code>,
    // @ts-expect-error
    labelOfData: <bdi title={name}>{name}</bdi>,
    // @ts-expect-error
    label: <input aria-label={name} />,
    // @ts-expect-error
    description: <img alt="A map" />,
    // @ts-expect-error
    component: <Button>Send money</Button>,
    // @ts-expect-error
    ofLibrary: <Link to="/">{name}</Link>,
    // @ts-expect-error: no catalogue has it.
    translated: <Trans text={name} />,
  }
  expect(elements).toBeDefined()
})
