import type { Link } from 'react-router'
import { expect, test } from 'vitest'
import type { User } from '#contract/customers/people.ts'
import { t } from '../i18n/i18n.ts'
import type { ComponentProps, Content } from './content.ts'
import { showToast } from './feedback/toasts.ts'
import type { Form } from './forms/use-form.ts'

/** Nothing calls it. `npm run types` checks it: each line below `@ts-expect-error` has to be an error. */
function showPlainStrings(form: Form<{ amount: string }>, user: User, name: string) {
  // @ts-expect-error
  showToast({ message: 'Money sent' })
  // @ts-expect-error
  form.register('amount', { required: 'Enter an amount.' })
  // @ts-expect-error
  form.setError('amount', { message: 'Enter an amount.' })
  const contents: Content[] = [
    t('Money sent'),
    user.fullName,
    12,
    // @ts-expect-error
    'Money sent',
    // @ts-expect-error
    name,
    // @ts-expect-error: a code, and a time.
    user.status,
    // @ts-expect-error
    user.createdAt,
  ]
  return contents
}

test('toasts, forms and contents take no plain string', () => {
  expect(showPlainStrings).toBeTypeOf('function')
})

test('elements and components of libraries take a Text where people read', () => {
  const props: [ComponentProps<'p'>, ComponentProps<'img'>, ComponentProps<'input'>, ComponentProps<typeof Link>][] = [
    [{ children: t('Send') }, { alt: '' }, { 'aria-label': t('Send') }, { to: '/', children: t('Send') }],
    [
      // @ts-expect-error
      { children: 'Send' },
      // @ts-expect-error
      { alt: 'A photo' },
      // @ts-expect-error
      { 'aria-label': 'Amount', placeholder: t('Amount') },
      // @ts-expect-error
      { to: '/', title: t('Send'), children: 'Send' },
    ],
  ]
  expect(props).toHaveLength(2)
})
