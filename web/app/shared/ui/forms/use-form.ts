import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type RegisterOptions,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm as useLibraryForm,
} from 'react-hook-form'
import type { Text } from '#contract/text.ts'

type Rules<Values extends FieldValues, Name extends FieldPath<Values>> = Pick<
  RegisterOptions<Values, Name>,
  'deps' | 'onBlur' | 'onChange'
> & {
  required?: boolean | Text
  validate?: (value: FieldPathValue<Values, Name>, values: Values) => boolean | Text
}

/** The fields of an answer as people type them: plain strings in place of texts. */
export type TypedFields<Data> = { [Name in keyof Data]: Data[Name] extends Text ? string : Data[Name] }

type FieldError = { type?: string | number; message?: Text }

/** A form of the library, whose messages people read. */
export type Form<Values extends FieldValues> = Omit<UseFormReturn<Values>, 'formState' | 'register' | 'setError'> & {
  formState: Omit<UseFormReturn<Values>['formState'], 'errors'> & {
    errors: { [Name in keyof Values | 'root']?: FieldError }
  }
  register: <Name extends FieldPath<Values>>(name: Name, rules?: Rules<Values, Name>) => UseFormRegisterReturn<Name>
  setError: (name: FieldPath<Values> | 'root', error: FieldError, options?: { shouldFocus: boolean }) => void
}

export const useForm = useLibraryForm as unknown as <Values extends FieldValues>(
  options?: UseFormProps<Values>,
) => Form<Values>
