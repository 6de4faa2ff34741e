import { TransNoContext } from '@lingui/react/server'
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { textId } from '#contract/text-id.ts'
import { i18n } from './i18n.ts'

type Props = {
  /** With numbered tags: `Read the <0>terms</0>.` */
  text: string
  /** The elements of the tags, without children. */
  parts?: ReactElement[]
  values?: Record<string, ReactNode>
}

/** A text with links or other elements in it. */
export function Trans({ text, parts = [], values = {} }: Props) {
  return (
    <TransNoContext
      id={textId(text)}
      message={text}
      components={{ ...parts }}
      values={Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asElement(value)]))}
      lingui={{ i18n }}
    />
  )
}

/** Inserted text is never searched for tags: a customer’s name may have some. Plurals need the number itself. */
const asElement = (value: ReactNode) => (typeof value === 'number' ? value : createElement(Fragment, null, value))
