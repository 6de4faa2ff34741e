import { Children } from 'react'
import type { Content } from '../content.ts'
import { useGrowing } from './grow.ts'

/** Renders the first children, and then one after the other. What follows them must be below all of them. */
export function InTurn({ first, children }: { first: number; children: Content }) {
  const parts = Children.toArray(children)
  return parts.slice(0, useGrowing(parts.length, 1, first))
}
