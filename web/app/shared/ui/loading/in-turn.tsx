import { Children, type ReactNode } from 'react'
import { useGrowing } from './grow.ts'

/** Renders the first children, and then one after the other. What follows them must be below all of them. */
export function InTurn({ first, children }: { first: number; children: ReactNode }) {
  const parts = Children.toArray(children)
  return parts.slice(0, useGrowing(parts.length, 1, first))
}
