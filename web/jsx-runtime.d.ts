/**
 * The types of JSX: those of React, but what people read is a `Text`. `paths` in tsconfig.json puts them in place of
 * `react/jsx-runtime`, for the compiler only.
 */
import type { JSX as ReactJSX, ReactNode } from 'react'
import type { Text } from '#contract/text.ts'
import type { Content } from './app/shared/ui/content.ts'

/** The attributes of HTML and ARIA that browsers show or read out. */
type Attribute =
  | 'alt'
  | 'aria-braillelabel'
  | 'aria-brailleroledescription'
  | 'aria-description'
  | 'aria-label'
  | 'aria-placeholder'
  | 'aria-roledescription'
  | 'aria-valuetext'
  | 'label'
  | 'placeholder'
  | 'title'

/** Where any string is taken, a text is. A component that asks for a `Text`, or for one of a few words, keeps its own type. */
type ShownAttribute<Value> = string extends Value ? Exclude<Value, string> | Text | '' : Value
type ShownChildren<Value> = ReactNode extends Value ? Exclude<Value, ReactNode> | Content : Value

type ShownProps<Props> = {
  [Name in keyof Props]: Name extends 'children'
    ? ShownChildren<Props[Name]>
    : Name extends Attribute
      ? ShownAttribute<Props[Name]>
      : Props[Name]
}

/** Elements whose content is data or code. Their attributes are shown like those of any other element. */
type DataElement = 'bdi' | 'code' | 'script' | 'style'

export namespace JSX {
  export type ElementType = ReactJSX.ElementType
  export type Element = ReactJSX.Element
  export type ElementClass = ReactJSX.ElementClass
  export type ElementAttributesProperty = ReactJSX.ElementAttributesProperty
  export type ElementChildrenAttribute = ReactJSX.ElementChildrenAttribute
  export type LibraryManagedAttributes<Component, Props> = ShownProps<
    ReactJSX.LibraryManagedAttributes<Component, Props>
  >
  export type IntrinsicAttributes = ReactJSX.IntrinsicAttributes
  export type IntrinsicClassAttributes<T> = ReactJSX.IntrinsicClassAttributes<T>
  export type IntrinsicElements = {
    [Name in keyof ReactJSX.IntrinsicElements]: Name extends DataElement
      ? ShownProps<Omit<ReactJSX.IntrinsicElements[Name], 'children'>> & { children?: ReactNode }
      : ShownProps<ReactJSX.IntrinsicElements[Name]>
  }
}
export declare function Fragment(props: { children?: Content }): Content
