import { expect, it } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const picture = new File(['x'], 'image.png', { type: 'image/png' })

/** Pastes a picture and a text. The target is in a text field, or elsewhere on the page. */
function paste(text: string, isInTextField: boolean, files = [picture]) {
  const target = { matches: () => isInTextField } as unknown as EventTarget
  const clipboardData = { files, getData: () => text } as unknown as DataTransfer
  return pastedFiles({ target, clipboardData })
}

it.each([
  ['a cell of Excel in a text field', 'Oak desk\t$40\r\n', true, false],
  ['a cell of Excel elsewhere', 'Oak desk\t$40\r\n', false, true],
  ['a picture in a text field', '', true, true],
  ['a file of a file manager in a text field', 'image.png', true, true],
])('takes the picture of %s: %4$s', (_, text, isInTextField, isTaken) => {
  expect(paste(text, isInTextField)).toEqual(isTaken ? [picture] : [])
})

it('takes nothing where there are no files', () => {
  expect(paste('Oak desk', true, [])).toEqual([])
  expect(pastedFiles({ target: null, clipboardData: null })).toEqual([])
})
