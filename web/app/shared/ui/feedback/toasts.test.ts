import { expect, test } from 'vitest'
import { verbatim } from '#contract/text.ts'
import { addToast, type Toast, toastsAfterLeaving } from './toasts.ts'

type ToastContent = Omit<Toast, 'id' | 'shownAt'>
const info = (message: string): ToastContent => ({ message: verbatim(message) })
const failure = (message: string): ToastContent => ({ message: verbatim(message), error: true })
const question = (message: string): ToastContent => ({
  message: verbatim(message),
  action: () => {},
  buttonText: verbatim('Yes'),
})

/** The toasts that are shown after adding these one after the other. */
const after = (...contents: ToastContent[]) =>
  contents
    .reduce<readonly Toast[]>((shown, each, index) => addToast(shown, { ...each, id: index + 1, shownAt: 0 }), [])
    .map(({ id, message }) => `${id} ${message}`)

test('a repeated message replaces the old toast and becomes the newest', () => {
  expect(after(info('Copied'), info('Saved'), info('Copied'))).toEqual(['2 Saved', '3 Copied'])
  expect(after(...Array(10).fill(failure('No receipt')))).toEqual(['10 No receipt'])
})

test('an error, a message and a question with the same text are different toasts', () => {
  expect(after(info('Paid'), failure('Paid'))).toEqual(['1 Paid', '2 Paid'])
  expect(after(question('Undo?'), question('Undo?'), info('Undo?'))).toEqual(['1 Undo?', '2 Undo?', '3 Undo?'])
})

test('removes the oldest of more than three', () => {
  expect(after(...['a', 'b', 'c', 'd', 'e'].map(info))).toEqual(['3 c', '4 d', '5 e'])
  expect(after(...['a', 'b', 'c', 'd'].map(failure))).toEqual(['2 b', '3 c', '4 d'])
})

test('removes messages before errors, and never a question', () => {
  expect(after(failure('no'), info('a'), info('b'), info('c'))).toEqual(['1 no', '3 b', '4 c'])
  expect(after(question('?'), failure('no'), info('a'), failure('never'), info('b'))).toEqual(['1 ?', '4 never', '5 b'])
})

test('keeps a toast that is being read, beside a repeated one', () => {
  const read = { ...info('read'), held: true }
  expect(after(read, ...['a', 'b', 'c'].map(info))).toEqual(['1 read', '3 b', '4 c'])
  expect(after(read, info('read'), info('read'))).toEqual(['1 read', '3 read'])
})

test('keeps all questions and still shows a new toast', () => {
  expect(after(question('?'), question('??'), question('???'), info('a'))).toEqual(['1 ?', '2 ??', '3 ???', '4 a'])
})

test('end with their page, unless they were shown on the way to the next or ask something', () => {
  const shown = [
    { ...info('Saved'), id: 1, shownAt: 0 },
    { ...failure('Failed'), id: 2, shownAt: 100 },
    { ...question('Undo?'), id: 3, shownAt: 0 },
    { ...info('Login successful!'), id: 4, shownAt: 2_400 },
  ]
  expect(toastsAfterLeaving(shown, 2_500).map(({ id }) => id)).toEqual([3, 4])
})
