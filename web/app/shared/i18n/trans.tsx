import type { ReactNode } from 'react'
import { t } from './i18n.ts'

type Props = {
  /** With numbered tags: `Read the <0>terms</0>.` */
  text: string
  /** What each tag is rendered as. A tag without content, `<0/>`, gets no children. */
  parts?: ((children: ReactNode) => ReactNode)[]
  values?: Record<string, ReactNode>
}

/** A text with links or other elements in it. */
export function Trans({ text, parts = [], values = {} }: Props) {
  const nodes: ReactNode[] = []
  // Inserted text is never searched for tags, a customer’s name may have some. Plurals need the number itself.
  const marks = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : `\uE000${nodes.push(value) - 1}\uE001`,
  ])
  return render(t(text, Object.fromEntries(marks)), parts, nodes)
}

const PART = /<(\d)>(.*?)<\/\1>|<(\d)\/>|\uE000(\d+)\uE001/s

function render(text: string, parts: NonNullable<Props['parts']>, nodes: ReactNode[]): ReactNode {
  const found = PART.exec(text)
  if (!found) return text
  const [all, tag, content = '', single, node] = found
  return (
    <>
      {text.slice(0, found.index)}
      {node ? nodes[Number(node)] : parts[Number(tag ?? single)]?.(tag ? render(content, parts, nodes) : null)}
      {render(text.slice(found.index + all.length), parts, nodes)}
    </>
  )
}
