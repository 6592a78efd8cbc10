import { expect, it } from 'vitest'
import { textFileUrl } from './text-file-url.ts'

it('downloads any text as it is, and replaces half a character', async () => {
  const read = async (text: string) => (await fetch(textFileUrl(text))).text()
  const text = 'Dear <b>Pat</b> & Søn 😀,\n"100 %" #1?'
  expect(await read(text)).toBe(text)
  expect(await read('Pat \ud83d Owner')).toBe('Pat � Owner')
})
