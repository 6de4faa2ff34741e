import { expect, test } from 'vitest'
import { addToast, type Toast } from './toasts.ts'

type Said = Omit<Toast, 'id'>
const news = (message: string): Said => ({ message })
const refusal = (message: string): Said => ({ message, error: true })
const question = (message: string): Said => ({ message, action: () => {}, buttonText: 'Yes' })

/** What is on the screen after these were said one after the other. */
const after = (...said: Said[]) =>
  said
    .reduce<readonly Toast[]>((known, each, index) => addToast(known, { ...each, id: index + 1 }), [])
    .map(({ id, message }) => `${id} ${message}`)

test('the same again takes the place of the first time, as a new one and as the newest', () => {
  expect(after(news('Copied'), news('Saved'), news('Copied'))).toEqual(['2 Saved', '3 Copied'])
  expect(after(...Array(10).fill(refusal('No receipt')))).toEqual(['10 No receipt'])
})

test('a refusal and news are not the same for having the same words, nor are two questions', () => {
  expect(after(news('Paid'), refusal('Paid'))).toEqual(['1 Paid', '2 Paid'])
  expect(after(question('Undo?'), question('Undo?'), news('Undo?'))).toEqual(['1 Undo?', '2 Undo?', '3 Undo?'])
})

test('of more than three the oldest goes', () => {
  expect(after(...['a', 'b', 'c', 'd', 'e'].map(news))).toEqual(['3 c', '4 d', '5 e'])
  expect(after(...['a', 'b', 'c', 'd'].map(refusal))).toEqual(['2 b', '3 c', '4 d'])
})

test('news make room before a refusal does, and a question stays', () => {
  expect(after(refusal('no'), news('a'), news('b'), news('c'))).toEqual(['1 no', '3 b', '4 c'])
  expect(after(question('?'), refusal('no'), news('a'), refusal('never'), news('b'))).toEqual(['1 ?', '4 never', '5 b'])
})

test('what somebody is reading stays, and the same again stands beside it', () => {
  const read = { ...news('read'), held: true }
  expect(after(read, ...['a', 'b', 'c'].map(news))).toEqual(['1 read', '3 b', '4 c'])
  expect(after(read, news('read'), news('read'))).toEqual(['1 read', '3 read'])
})

test('with questions alone nothing goes, and what is new is seen all the same', () => {
  expect(after(question('?'), question('??'), question('???'), news('a'))).toEqual(['1 ?', '2 ??', '3 ???', '4 a'])
})
