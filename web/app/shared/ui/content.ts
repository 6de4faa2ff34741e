import type { ElementType, ReactElement, ReactPortal, ComponentProps as ReactProps } from 'react'
import type { JSX } from 'react/jsx-runtime'
import type { Text } from '#contract/text.ts'

/**
 * What an element may contain, in place of `ReactNode`: elements, numbers and `Text`, but no plain string. TypeScript takes what is
 * written between two children for any string, so a separator is a text too: `{verbatim(' · ')}`.
 */
export type Content = Text | '' | number | boolean | null | undefined | ReactElement | ReactPortal | readonly Content[]

/** React’s type of the same name takes plain strings as labels and titles. */
export type ComponentProps<Type extends ElementType> = Type extends keyof JSX.IntrinsicElements
  ? JSX.IntrinsicElements[Type]
  : JSX.LibraryManagedAttributes<Type, ReactProps<Type>>
